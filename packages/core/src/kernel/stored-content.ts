import { dependencyUnavailable } from './errors.ts';
import type { BlobStore, ByteRange, ByteSource } from './ports.ts';

/** The bytes of an object that a row names; that it is there is the store's promise. */
export async function foundBytes(
  blobs: Pick<BlobStore, 'get'>,
  key: string,
  range?: ByteRange,
  signal?: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await blobs.get(key, range, signal);
  if (bytes === null)
    throw dependencyUnavailable({ cause: new Error('The blob store has lost an object that a row names') });
  return bytes;
}

/** An object of the blob store as something to read from anywhere. */
export const storedContent = (
  blobs: Pick<BlobStore, 'get'>,
  { blobKey, sizeBytes }: { readonly blobKey: string; readonly sizeBytes: number },
): ByteSource => ({ sizeBytes, read: (range) => foundBytes(blobs, blobKey, range) });

/** Bytes that are in memory as something to read from anywhere. */
export const contentInMemory = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.byteLength,
  async read({ start, end } = { start: 0, end: bytes.byteLength }) {
    return (async function* () {
      yield bytes.subarray(start, end);
    })();
  },
});
