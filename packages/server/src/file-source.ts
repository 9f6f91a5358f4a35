import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ByteSource } from '@chancery/core';

/** A file on this machine; null if it cannot be read. */
export async function fileSource(path: string): Promise<ByteSource | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  return {
    sizeBytes: found.size,
    // The end of a stream of a file is included.
    read: async ({ start, end } = { start: 0, end: found.size }) =>
      createReadStream(path, { start, end: end - 1 }),
  };
}
