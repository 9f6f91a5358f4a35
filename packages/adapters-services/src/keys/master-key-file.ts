import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../file-replacement.ts';

const fileName = 'master.key';

/**
 * Returns the master key of this data folder as `kid:base64`, which the first call creates with mode 0600. If several
 * processes start at once, one of them creates it, and all return the same.
 */
export async function loadOrCreateMasterKey(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, fileName);
  return (await readKey(path)) ?? createKey(dataDirectory, path);
}

/** The master keys in the file of this data folder; null if there is none. */
export const readMasterKeyFile = (dataDirectory: string): Promise<string | null> =>
  readKey(join(dataDirectory, fileName));

async function readKey(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function createKey(dataDirectory: string, path: string): Promise<string> {
  await mkdir(dataDirectory, { recursive: true });
  const kid = `m${randomBytes(4).toString('hex')}`;
  const part = join(dataDirectory, `.${fileName}.${kid}.part`);
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(`${kid}:${randomBytes(32).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // A link appears as a whole or not at all and, unlike a rename, never replaces the key of another process.
    await link(part, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(part, { force: true });
  }
  await syncFolder(dataDirectory);

  const key = await readKey(path);
  if (key === null) throw new Error('The master key file vanished.');
  return key;
}
