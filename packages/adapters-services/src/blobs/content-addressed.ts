import { createHash, randomUUID } from 'node:crypto';
import type { BlobStore } from '@chancery/core';

export interface StoredContent {
  /** `<prefix>/<sha256>` */
  readonly key: string;
  /** The hash in lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Stores bytes under their SHA-256; the same bytes are stored once. A stream is hashed while it is written to an object
 * beside the target (`<prefix>/incoming-<uuid>`). Once its name is known, it is copied from there and hashed again.
 */
export async function putContent(
  store: BlobStore,
  prefix: string,
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
): Promise<StoredContent> {
  if (bytes instanceof Uint8Array) {
    const content = contentOf(prefix, createHash('sha256').update(bytes).digest('hex'), bytes.byteLength);
    if (!(await isStored(store, content))) await store.put(content.key, bytes);
    return content;
  }
  const incoming = `${prefix}/incoming-${randomUUID()}`;
  try {
    const hash = createHash('sha256');
    const { sizeBytes } = await store.put(incoming, observed(bytes, hash));
    const content = contentOf(prefix, hash.digest('hex'), sizeBytes);
    if (!(await isStored(store, content))) await copy(store, incoming, content);
    return content;
  } finally {
    await store.delete(incoming);
  }
}

const contentOf = (prefix: string, sha256: string, sizeBytes: number): StoredContent => ({
  key: `${prefix}/${sha256}`,
  sha256,
  sizeBytes,
});

const isStored = async (store: BlobStore, { key, sizeBytes }: StoredContent): Promise<boolean> =>
  (await store.head(key))?.sizeBytes === sizeBytes;

async function copy(store: BlobStore, from: string, content: StoredContent): Promise<void> {
  const source = await store.get(from);
  if (!source) throw new Error('The blob store lost an object while it was copied.');
  const hash = createHash('sha256');
  async function* verified(stored: AsyncIterable<Uint8Array>) {
    yield* observed(stored, hash);
    // Thrown inside the stream, so that nothing appears under a name that is not its own.
    if (hash.digest('hex') !== content.sha256)
      throw new Error('The blob store gave back other bytes than written.');
  }
  await store.put(content.key, verified(source));
}

async function* observed(bytes: AsyncIterable<Uint8Array>, hash: { update(chunk: Uint8Array): unknown }) {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
