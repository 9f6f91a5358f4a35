import { hexOf, sha256, streamingSha256, utf8 } from '../../kernel/crypto.ts';
import { SealedUnreadable } from '../../kernel/sealed-stream.ts';
import type { EntryAttachment } from '../attachments/attachment.ts';
import { openedAttachment } from '../attachments/opened-attachment.ts';
import { openedKey } from '../keys/scope-key.ts';
import { type PartOf, type Performing, pairAfter, pairOf } from './part.ts';

const attachmentsAtOnce = 50;

/** Reads files whole, or a sample of them, and compares their bytes with their size and their SHA-256. */
export const checkAttachments: PartOf = async ({ id: checkId, caseId, sampleRate }, after, performing) => {
  const rows = await performing.transact(({ entryAttachments }) =>
    entryAttachments.page(caseId, pairOf(after), attachmentsAtOnce),
  );
  const results: { readonly id: string; readonly code: string | null }[] = [];
  for (const row of rows)
    if (isInSample(checkId, row.id, sampleRate))
      results.push({ id: row.id, code: await standingFault(row, performing) });
  const compared = results.filter(({ code }) => code !== 'gone');
  return {
    after: pairAfter(rows, attachmentsAtOnce, ({ entryId, id }) => [entryId, id]),
    checked: { attachments: compared.length },
    unchecked: { attachments: rows.length - compared.length },
    faults: compared.flatMap(({ id, code }) => (code === null ? [] : [{ kind: 'attachment', id, code }])),
  };
};

/** The same files at every attempt, and others in every check. */
export const isInSample = (checkId: string, attachmentId: string, rate: number): boolean =>
  Number.parseInt(hexOf(sha256(utf8(`${checkId} ${attachmentId}`))).slice(0, 8), 16) < rate * 2 ** 32;

/** Its fault, unless its bytes were given up while they were read. */
async function standingFault(row: EntryAttachment, performing: Performing): Promise<string | null> {
  const code = await faultOf(row, performing);
  if (code === null || code === 'gone') return code;
  const now = await performing.transact(({ entryAttachments }) => entryAttachments.find(row.id));
  return now === null || now.releasedAt !== null ? 'gone' : code;
}

async function faultOf(
  attachment: EntryAttachment,
  { blobs, keyVault, workspaceId, recordCipher }: Performing,
): Promise<string | null> {
  const { blobKey, keyId, sealedBytes, sizeBytes, sha256: digest } = attachment;
  const key = await openedKey(keyId, { keyVault, workspaceId });
  if (key === null) return 'gone';
  const object = blobKey === null ? null : await blobs.head(blobKey);
  if (blobKey === null || object === null) return 'object_missing';
  if (object.sizeBytes !== sealedBytes) return 'size_differs';
  const hash = streamingSha256();
  let read = 0;
  try {
    const file = openedAttachment({ ...attachment, blobKey }, key, { blobs, recordCipher, workspaceId });
    for await (const piece of await file.read()) {
      hash.update(piece);
      read += piece.byteLength;
    }
  } catch (error) {
    if (error instanceof SealedUnreadable) return 'unreadable';
    throw error;
  }
  if (read !== sizeBytes) return 'size_differs';
  return hash.hex() === digest ? null : 'digest_differs';
}
