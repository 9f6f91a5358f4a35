import type { z } from 'zod';
import type { LifecyclePorts } from '../ports.ts';
import { highlightsOf } from './highlights.ts';
import type { FoundDocument } from './ports.ts';
import type { SearchHitView } from './views.ts';

/** Documents that were found, with where these terms stand in them. */
export async function shownHits(
  found: readonly FoundDocument[],
  terms: readonly string[],
  { documentSearch, documentHolds }: Pick<LifecyclePorts, 'documentSearch' | 'documentHolds'>,
): Promise<z.input<typeof SearchHitView>[]> {
  const ids = found.map(({ id }) => id);
  const [holds, passages] = await Promise.all([
    Promise.all(documentHolds.map(({ on }) => on(ids))),
    terms.length === 0 || ids.length === 0 ? [] : documentSearch.passages(ids, terms),
  ]);
  const held = new Set(holds.flat().map(({ documentId }) => documentId));
  const passageOf = new Map(passages.map((passage) => [passage.documentId, passage]));
  return found.map((one) => ({
    document: documentOf(one),
    lifecycle: lifecycleOf(one, held.has(one.id)),
    score: one.score / 1_000_000,
    highlights: terms.length === 0 ? [] : [...highlightsOf(one, passageOf.get(one.id), terms)],
  }));
}

type Hit = z.input<typeof SearchHitView>;

const documentOf = ({
  id,
  name,
  fileName,
  mimeType,
  folderId,
  tags,
  signatureStatus,
  createdAt,
  updatedAt,
}: FoundDocument) =>
  // The database holds no other state.
  ({
    ...{ id, name, fileName, mimeType, folderId, tags, signatureStatus, createdAt, updatedAt },
  }) as unknown as Hit['document'];

const lifecycleOf = (
  { status, typeId, ownerUserId, policyId, expiresOn, confirmed, risks }: FoundDocument,
  held: boolean,
) => ({ status, typeId, ownerUserId, policyId, expiresOn, confirmed, held, risks: [...risks] });
