import { open } from 'node:fs/promises';
import type { BlobPieces } from '@chancery/core';
import { absentAs, writeParts } from './durable-files.ts';
import { hashThread } from './hash-thread.ts';

/** Files that are written piece by piece. `place` makes the file of a key by what is given, its folders durable too. */
export const diskPieces = (
  fileOf: (key: string) => string,
  place: (file: string, make: () => Promise<void>) => Promise<void>,
): BlobPieces => ({
  async begin(key) {
    const file = fileOf(key);
    await place(file, async () => (await open(file, 'wx', 0o600)).close());
  },

  async write(key, start, bytes, { sizeBytes }) {
    const handle = await absentAs(null, open(fileOf(key), 'r+'));
    if (handle === null) return false;
    try {
      await writeParts(handle, bytes, { start, sizeBytes });
      await handle.datasync();
      return true;
    } finally {
      await handle.close();
    }
  },

  hashing: (key) => hashThread.hashing(fileOf(key)),
});
