import { randomBytes, randomUUID } from 'node:crypto';
import type { BlobStore } from '@chancery/core';

/** Writes, reads and deletes 32 bytes under a new key; throws if they do not come back as written. */
export async function probeBlobStore(store: BlobStore): Promise<void> {
  const key = `probe/${randomUUID()}`;
  const written = randomBytes(32);
  await store.put(key, written);
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await store.get(key)) ?? []) chunks.push(chunk);
    if (!written.equals(Buffer.concat(chunks)))
      throw new Error('The blob store gave back other bytes than written.');
  } finally {
    await store.delete(key);
  }
}
