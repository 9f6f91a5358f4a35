import type { z } from 'zod';
import { labelsOf, maskOf } from '../access/labels.ts';
import type { RecordsPreparing } from '../ports.ts';
import { sealsOf } from '../texts/case-seals.ts';
import type { FoundRecord } from './ports.ts';
import { openedText, type TextsToOpen } from './read-texts.ts';
import { type SnippetTerms, snippetOf } from './snippets.ts';
import type { RecordSearchHitView } from './views.ts';

/** Of what is labelled so, nothing but the title can have been found (records 3.1). */
const titlesOnly = maskOf(['psychotherapy', 'sealed']);

/** What was found, with some of what it says. */
export async function shownHits(
  found: readonly FoundRecord[],
  texts: TextsToOpen,
  terms: SnippetTerms,
  context: Pick<RecordsPreparing, 'keyVault' | 'recordCipher' | 'workspaceId'>,
): Promise<z.input<typeof RecordSearchHitView>[]> {
  const seals = await sealsOf(texts.keyIds, context);
  return found.map((one) => {
    const { kind, id, artifactId, caseId, caseNumber, title, occurredAt, effectiveMask, rank, status } = one;
    const body = one.sealed === null ? one.text : openedText(one.sealed, seals.get(caseId), texts);
    const hasBody = (effectiveMask & titlesOnly) === 0 && body !== null && body !== '';
    return {
      ...{ kind, id, artifactId, caseId, caseNumber, title, occurredAt, status },
      effectiveLabels: [...labelsOf(effectiveMask)],
      rank: rank / 10_000,
      ...mutable(snippetOf(hasBody ? body : title, terms)),
    };
  });
}

const mutable = ({ snippet, highlights }: ReturnType<typeof snippetOf>) => ({
  snippet,
  highlights: [...highlights],
});
