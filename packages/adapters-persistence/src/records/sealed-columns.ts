import type { records as core } from '@chancery/core';

/** What is sealed of something, in the columns of its row. */
export interface SealedColumns {
  readonly entryId: string | null;
  readonly number: number | null;
  readonly submission: number | null;
  readonly documentSealed: Uint8Array | null;
  readonly templateId: string | null;
  readonly templateVersion: number | null;
  readonly textSealed: Uint8Array | null;
  readonly addendumSealed: Uint8Array | null;
  readonly wordsSealed: Uint8Array | null;
}

export function sealedOf(kind: core.SearchKind, id: string, columns: SealedColumns): core.SealedText | null {
  const { entryId, number, submission, documentSealed, templateId, templateVersion } = columns;
  const { textSealed, addendumSealed, wordsSealed } = columns;
  if (wordsSealed !== null && (kind === 'encounter' || kind === 'follow_up'))
    return { kind, id, text: wordsSealed };
  if (textSealed !== null) return { kind: 'attachment', id, textSealed };
  if (addendumSealed !== null) return { kind: 'addendum', id, documentSealed: addendumSealed };
  if (entryId === null || number === null || submission === null) return null;
  return { kind: 'entry', entryId, number, submission, documentSealed, templateId, templateVersion };
}
