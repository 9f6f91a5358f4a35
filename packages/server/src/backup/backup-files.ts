import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { BackupRefused, RestoreRefused } from '@chancery/adapters-persistence';
import { z } from 'zod';

/** Where things are in the folder of a backup. */
export const filesOf = (folder: string) => ({
  table: (name: string) => join(folder, 'tables', `${name}.copy`),
  /** The objects that the rows name, before it is known which of them there are. */
  namedBlobs: join(folder, 'blobs.named'),
  blobList: join(folder, 'blobs.ndjson'),
  blobs: join(folder, 'blobs'),
  key: (name: string) => join(folder, 'keys', name),
});

/** One line of the list of objects. */
export const storedBlob = z.strictObject({
  key: z.string(),
  sizeBytes: z.int().nonnegative(),
  sha256: z.string(),
});
export type StoredBlob = z.output<typeof storedBlob>;

/** Makes the folder, which nobody else may read. It must be new or empty, so that no backup ever overwrites another. */
export async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupRefused(`The folder ${folder} is not empty: name one that is new or empty.`);
  for (const part of ['tables', 'blobs']) await mkdir(join(folder, part), { mode: 0o700 });
}

/** Deletes what an unfinished backup has written. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Writes a new file, readable for its owner alone; it is durable when this resolves. Returns the SHA-256. */
export async function writeStream(
  path: string,
  parts: AsyncIterable<Uint8Array | string>,
): Promise<{ readonly sha256: string }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      hash.update(bytes);
      for (let offset = 0; offset < bytes.byteLength; )
        offset += (await handle.write(bytes, offset)).bytesWritten;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex') };
}

export const readBytes = (path: string): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: 1024 * 1024 });

export async function* readLines(path: string): AsyncIterable<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

/** Throws unless the file has these bytes. */
export async function checkFile(path: string, name: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const part of readBytes(path)) hash.update(part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new RestoreRefused(`The backup is damaged: ${name} is missing.`);
  }
  if (hash.digest('hex') !== sha256)
    throw new RestoreRefused(`The backup is damaged: ${name} has other bytes than when it was written.`);
}
