import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { lifecycleViews } from '../lifecycles/views.ts';
import type { LifecyclePorts } from '../ports.ts';
import { highlightsOf } from './highlights.ts';
import type { FoundDocument } from './ports.ts';
import type { SearchHitView } from './views.ts';

type Hit = z.input<typeof SearchHitView>;

/** Documents that were found, as other answers show them, with where these terms stand in them. */
export async function shownHits(
  found: readonly FoundDocument[],
  terms: readonly string[],
  context: LifecyclePorts & HandlerContext,
): Promise<Hit[]> {
  if (found.length === 0) return [];
  const { documentSearch, documentLibrary, lifecycleBoard, now } = context;
  const ids = found.map(({ id }) => id);
  const [documents, lifecycles, passages] = await Promise.all([
    documentLibrary.views(ids, context),
    lifecycleBoard.facts(ids, now).then((facts) => lifecycleViews(facts, context)),
    terms.length === 0 ? [] : documentSearch.passages(ids, terms),
  ]);
  const documentOf = new Map(documents.map((document) => [document.id, document]));
  const lifecycleOf = new Map(lifecycles.map((lifecycle) => [lifecycle.documentId, lifecycle]));
  const passageOf = new Map(passages.map((passage) => [passage.documentId, passage]));
  return found.flatMap((one) => {
    const [document, lifecycle] = [documentOf.get(one.id), lifecycleOf.get(one.id)];
    if (document === undefined || lifecycle === undefined) return [];
    const highlights = terms.length === 0 ? [] : [...highlightsOf(one, passageOf.get(one.id), terms)];
    return [{ document, lifecycle, score: one.score / 1_000_000, highlights }];
  });
}
