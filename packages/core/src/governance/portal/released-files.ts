import type { KeyVault } from '../../kernel/key-vault.ts';
import type { BlobStore } from '../../kernel/ports.ts';
import type { RecordCipher } from '../../kernel/record-cipher.ts';
import { type EntryAttachment, openedAttachment, openedKey, readableBytes } from '../../records/index.ts';
import type { PackageItem } from '../disclosures/release-package.ts';
import type { GovernancePorts } from '../ports.ts';

/** Files are embedded in an export while all of them have no more than this. */
const mostEmbedded = 20 * 1024 * 1024;

interface Outside {
  readonly workspaceId: string;
  readonly keyVault: KeyVault;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly recordCipher: RecordCipher;
}

/** The files of the items of a package; those that are too large to be embedded are left where they are. */
export const embeddedFiles = async (
  items: readonly Pick<PackageItem, 'attachments'>[],
  { recordEntries }: Pick<GovernancePorts, 'recordEntries'>,
): Promise<readonly EntryAttachment[] | null> => {
  const files = items.flatMap(({ attachments }) => attachments);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > mostEmbedded) return null;
  return recordEntries.attachments(files.map(({ id }) => id));
};

/** Their bytes in base64, by their ids. */
export async function bytesOfFiles(
  files: readonly EntryAttachment[],
  outside: Outside,
): Promise<ReadonlyMap<string, string>> {
  const bytes = new Map<string, string>();
  for (const file of files) {
    const key = await openedKey(file.keyId, outside);
    if (key === null) continue;
    const parts: Uint8Array[] = [];
    const content = openedAttachment({ ...file, blobKey: readableBytes(file) }, key, outside);
    for await (const part of await content.read()) parts.push(part);
    bytes.set(file.id, Buffer.concat(parts).toString('base64'));
  }
  return bytes;
}
