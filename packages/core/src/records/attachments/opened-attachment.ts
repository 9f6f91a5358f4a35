import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { BlobStore, ByteRange } from '../../kernel/ports.ts';
import type { RecordCipher } from '../../kernel/record-cipher.ts';
import { foundBytes } from '../../kernel/stored-content.ts';
import { bytesPlace, type EntryAttachment } from './attachment.ts';
import { attachmentErased, attachmentNotClean, attachmentQuarantined } from './errors.ts';

type Sealed = Pick<EntryAttachment, 'id' | 'sizeBytes' | 'sealedBytes'> & { readonly blobKey: string };

interface Outside {
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly recordCipher: RecordCipher;
  readonly workspaceId: string | null;
}

/** The bytes of a file, opened as they are read; of a part only the segments that it touches (REC-99). */
export const openedAttachment = (
  { id, sizeBytes, sealedBytes, blobKey }: Sealed,
  key: OpenedKey,
  { blobs, recordCipher, workspaceId }: Outside,
) => ({
  sizeBytes,
  async read(range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const sealed = {
      sizeBytes: sealedBytes,
      read: (wanted?: ByteRange) => foundBytes(blobs, blobKey, wanted, signal),
    };
    const place = bytesPlace(workspaceId ?? '', id);
    return (await recordCipher.openStream(key, sealed, place, range)).content;
  },
});

/** Where the bytes lie, if somebody may be given them. */
export function readableBytes({ status, blobKey }: Pick<EntryAttachment, 'status' | 'blobKey'>): string {
  if (status === 'quarantined') throw attachmentQuarantined();
  if (status === 'scanning') throw attachmentNotClean({ retryAfterSeconds: 5 });
  if (blobKey === null) throw attachmentErased();
  return blobKey;
}
