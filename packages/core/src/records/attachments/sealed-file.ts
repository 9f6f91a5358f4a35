import { cleanFileName } from '../../documents/index.ts';
import { streamingSha256 } from '../../kernel/crypto.ts';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { ByteSource } from '../../kernel/ports.ts';
import { uploadRejected } from '../../uploads/index.ts';
import { keyOfEntry } from '../entries/case-key.ts';
import { entryInvalidState } from '../errors.ts';
import type { RecordsPreparing } from '../ports.ts';
import { type AttachmentStatus, attachmentBlobKey, bytesPlace, type EntryAttachment } from './attachment.ts';
import { requireUnlocked } from './seen-attachment.ts';

/** Bytes that are about to be attached, wherever they come from. */
export interface BytesToAttach
  extends Pick<EntryAttachment, 'contentType' | 'sha256' | 'source' | 'sourceId' | 'sourceVersion' | 'scan'> {
  readonly content: ByteSource;
  readonly fileName: string | null;
}

/** The same, sealed in the blob store and not yet of any entry. */
export type SealedFile = Pick<
  EntryAttachment,
  | 'id'
  | 'fileName'
  | 'contentType'
  | 'sizeBytes'
  | 'sha256'
  | 'source'
  | 'sourceId'
  | 'sourceVersion'
  | 'status'
  | 'scan'
  | 'keyId'
  | 'sealedBytes'
> & { readonly blobKey: string };

/**
 * Has the bytes looked at and seals them as they pass, under the key of the case (REC-99). Until a transaction keeps the
 * object, a note says that it is on its way. An entry that takes no files is refused before anything is read.
 */
export async function sealedFile(
  artifactId: string,
  bytesToAttach: () => Promise<BytesToAttach>,
  context: RecordsPreparing,
): Promise<{ readonly file: SealedFile; readonly key: OpenedKey }> {
  await context.transact((work) => requireUnlocked({ id: artifactId }, work));
  const key = await keyOfEntry({ artifactId }, context);
  if (key === null) throw entryInvalidState();
  return { file: await sealedUnder(key, await bytesToAttach(), context), key };
}

/** The same for whoever knows already that the entry takes the file. */
export async function sealedUnder(
  key: OpenedKey,
  { content, fileName, ...bytes }: BytesToAttach,
  context: RecordsPreparing,
): Promise<SealedFile> {
  const { blobs, newId, now, workspaceId, transact, recordCipher } = context;
  const looked = await scanned({ content, scan: bytes.scan }, context);

  const id = newId();
  const blobKey = attachmentBlobKey(workspaceId, id);
  await transact(({ incomingFiles }) => incomingFiles.begin(blobKey, now));
  const sealedBytes = recordCipher.sealedBytes(key, content.sizeBytes);
  const hash = streamingSha256();
  const sealed = recordCipher.sealStream(
    key,
    hashed(await content.read(), hash),
    bytesPlace(workspaceId, id),
  );
  await blobs.put(blobKey, sealed, { sizeBytes: sealedBytes });
  if (hash.hex() !== bytes.sha256)
    throw dependencyUnavailable({ cause: new Error('The bytes are not those whose hash is known') });
  return {
    ...bytes,
    ...looked,
    ...{ id, fileName: cleanFileName(fileName), sizeBytes: content.sizeBytes },
    ...{ keyId: key.id, blobKey, sealedBytes },
  };
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: { update(bytes: Uint8Array): void }) {
  for await (const part of content) {
    hash.update(part);
    yield part;
  }
}

/** Nobody is refused because a scanner is away: where one has to look first, the file waits for it (UPL-15). */
async function scanned(
  { content, scan }: Pick<BytesToAttach, 'content' | 'scan'>,
  { scanner, settings }: Pick<RecordsPreparing, 'scanner' | 'settings'>,
): Promise<{ readonly status: AttachmentStatus; readonly scan: EntryAttachment['scan'] }> {
  const answer = scan === 'clean' ? scan : await scanner.scan(await content.read());
  if (answer === 'infected') throw uploadRejected();
  if (answer === 'clean') return { status: 'clean', scan: 'clean' };
  return settings.scanPolicy === 'require'
    ? { status: 'scanning', scan: null }
    : { status: 'clean', scan: 'skipped' };
}
