import { createHash, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOfBase64, hashedNow, hexOf, type NoteKey, noteKeyId, WITNESS_KEY } from '@chancery/verify';
import { sha256 } from './audit-verdict.ts';
import { UsageError } from './exit-codes.ts';

/** Longer than any run takes: a lock of that age was left behind by one that was killed. */
const lockMilliseconds = 10 * 60_000;
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface WitnessKey {
  readonly key: NoteKey;
  readonly seed: Uint8Array;
}

const keyOf = (name: string, seed: Uint8Array): WitnessKey => {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { key: { name, kind: WITNESS_KEY, publicKey }, seed };
};

/** The key as Go's and other tools for notes keep it, in one line. */
const lineOf = ({ key, seed }: WitnessKey) =>
  `PRIVATE+KEY+${key.name}+${hexOf(hashedNow(noteKeyId(key), sha256))}+${Buffer.concat([Buffer.of(WITNESS_KEY), seed]).toString('base64')}\n`;

/** Makes a key, readable by its owner alone, and never writes over one that is there. */
export async function newWitnessKey(file: string, name: string): Promise<WitnessKey> {
  if (!/^[^\s+]+$/u.test(name))
    throw new UsageError(`"${name}" is no name of a witness.`, 'Take a host of yours.');
  const made = keyOf(name, randomBytes(32));
  try {
    await writeFile(file, lineOf(made), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  return made;
}

export async function readWitnessKey(file: string): Promise<WitnessKey> {
  const line = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  const [, name = '', encoded = ''] = /^PRIVATE\+KEY\+([^\s+]+)\+[0-9a-f]{8}\+(\S+)\n?$/u.exec(line) ?? [];
  const bytes = bytesOfBase64(encoded);
  const found = bytes?.length === 33 && bytes[0] === WITNESS_KEY ? keyOf(name, bytes.slice(1)) : null;
  if (!found || lineOf(found).trimEnd() !== line.trimEnd())
    throw new UsageError(
      `${file} is no key of a witness.`,
      'Make one: `chancery audit witness-key --name witness.example --key witness.key`.',
    );
  return found;
}

export interface Kept {
  keep(note: string): Promise<void>;
  /** Keeps a note that contradicts the kept one, which stays; gives both files. */
  keepBeside(note: string): Promise<readonly string[]>;
}

/** Runs with what was kept of a log, alone: two runs at once could each sign a history of their own. */
export async function withKept<T>(
  folder: string,
  origin: string,
  run: (kept: string | null, files: Kept) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${createHash('sha256').update(origin).digest('hex').slice(0, 32)}.checkpoint`);
  const lock = `${file}.lock`;
  await takeLock(lock);
  try {
    const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return await run(kept, {
      keep: (note) => replace(file, note),
      async keepBeside(note) {
        await replace(`${file}.conflict`, note);
        return [file, `${file}.conflict`];
      },
    });
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<void> {
  const left = await stat(lock).catch(() => null);
  if (left && Date.now() - left.mtimeMs > lockMilliseconds) await rm(lock, { force: true });
  try {
    await (await open(lock, 'wx')).close();
  } catch {
    throw new UsageError('Another run witnesses this log.', `If there is none, delete ${lock}.`);
  }
}

/** On the disk before anything is signed: what was signed must never be forgotten. */
async function replace(file: string, note: string): Promise<void> {
  const beside = `${file}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(note);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}
