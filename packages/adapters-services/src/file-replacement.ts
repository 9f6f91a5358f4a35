import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Makes the entries of a folder durable; without this a renamed file may be lost in a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the whole file or none of it; it is durable when this resolves. A reader sees the old file or the new one. */
export async function replaceFile(path: string, content: Uint8Array | string, mode = 0o600): Promise<void> {
  const folder = dirname(path);
  const part = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  try {
    const handle = await open(part, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(folder);
}
