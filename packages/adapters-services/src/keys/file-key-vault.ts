import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Clock,
  type IdGenerator,
  type KeyRing,
  type KeyVault,
  KeyVaultAway,
  type Random,
} from '@chancery/core';
import { aesGcmOpened, aesGcmSealed, hexOf, secondsBetween, utf8 } from '@chancery/core/internal';
import { replaceFile, syncFolder } from '../file-replacement.ts';

const keyBytes = 32;
const nonceBytes = 12;
const rememberedSeconds = 60;
const mostRemembered = 10_000;
const workspaceKeyFile = 'workspace.key';
const tombstone = '.destroyed';
const name = /^[\w-]{1,64}$/;

interface FileKeyVaultOptions {
  /** Outside the database and its backups, with a rotation of backups of its own. */
  readonly folder: string;
  /** Wraps the key of each workspace. */
  readonly keyRing: Pick<KeyRing, 'seal' | 'open'> & { needsReseal(sealed: Uint8Array): boolean };
  readonly random: Random;
  readonly ids: IdGenerator;
  readonly clock: Clock;
}

interface Resealed {
  readonly read: number;
  readonly resealed: number;
  readonly unreadable: readonly string[];
}

/**
 * Keys as files: `<folder>/<workspace>/<two digits>/<key>`, each wrapped (AES-256-GCM) under the key of its workspace, which
 * the master keys wrap. Any number of processes may share the folder.
 */
export class FileKeyVault implements KeyVault {
  readonly #options: FileKeyVaultOptions;
  readonly #remembered = new Map<string, { readonly key: Uint8Array; readonly at: string }>();

  constructor(options: FileKeyVaultOptions) {
    this.#options = options;
  }

  async make(workspaceId: string, count: number): Promise<readonly string[]> {
    const wrapping = await this.#workspaceKey(workspaceId);
    if (wrapping === null) throw new KeyVaultAway('The keys of this workspace were destroyed.');
    const { random, ids } = this.#options;
    const made = Array.from({ length: count }, () => ids.uuid7());
    for (const keyId of made) {
      await mkdir(this.#bucket(workspaceId, keyId), { recursive: true, mode: 0o700 });
      const nonce = random.bytes(nonceBytes);
      const wrapped = aesGcmSealed(wrapping, nonce, random.bytes(keyBytes), placeOf(workspaceId, keyId));
      await replaceFile(this.#path(workspaceId, keyId), Buffer.concat([nonce, wrapped]));
    }
    await syncFolder(this.#of(workspaceId));
    return made;
  }

  async open(workspaceId: string, keyId: string): Promise<Uint8Array | null> {
    if (await this.isDestroyed(workspaceId, keyId)) return null;
    const known = this.#remembered.get(keyId);
    const now = this.#options.clock.now();
    if (known !== undefined && Math.abs(secondsBetween(known.at, now)) <= rememberedSeconds) return known.key;
    const key = await this.#read(workspaceId, keyId);
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(keyId, { key, at: now });
    return key;
  }

  async destroy(workspaceId: string, keyId: string): Promise<void> {
    const path = this.#path(workspaceId, keyId);
    this.#remembered.delete(keyId);
    await overwrite(path);
    await rm(path, { force: true });
    await mkdir(this.#bucket(workspaceId, keyId), { recursive: true, mode: 0o700 });
    await replaceFile(`${path}${tombstone}`, '');
  }

  async isDestroyed(workspaceId: string, keyId: string): Promise<boolean> {
    const path = this.#path(workspaceId, keyId);
    return (await exists(`${path}${tombstone}`)) || (await exists(join(this.#of(workspaceId), tombstone)));
  }

  async destroyAll(workspaceId: string): Promise<void> {
    const folder = this.#of(workspaceId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // First, so that nothing is made beside what is removed; without the key of the workspace no other opens.
    await replaceFile(join(folder, tombstone), '');
    this.#remembered.clear();
    await overwrite(join(folder, workspaceKeyFile));
    for (const entry of await readdir(folder))
      if (entry !== tombstone) await rm(join(folder, entry), { recursive: true, force: true });
    await syncFolder(folder);
  }

  async *list(workspaceId: string): AsyncIterable<string> {
    for (const bucket of await entriesOf(this.#of(workspaceId))) {
      if (bucket.length !== 2) continue;
      const files = await entriesOf(join(this.#of(workspaceId), bucket));
      yield* files.filter((file) => name.test(file) && !files.includes(`${file}${tombstone}`));
    }
  }

  async probe(): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(this.#options.folder, '.probe'), 'probe');
  }

  /**
   * Wraps the key of each workspace anew that another master key than the first has wrapped. `unreadable` are the workspaces
   * whose key none of the list opens.
   */
  async reseal(): Promise<Resealed> {
    const { folder, keyRing } = this.#options;
    const met = { read: 0, resealed: 0, unreadable: [] as string[] };
    for (const workspaceId of await entriesOf(folder)) {
      const path = join(folder, workspaceId, workspaceKeyFile);
      const sealed = await readIfThere(path);
      if (sealed === null) continue;
      met.read += 1;
      try {
        if (!keyRing.needsReseal(sealed)) continue;
        const key = keyRing.open(sealed, boundTo(workspaceId));
        await replaceFile(path, keyRing.seal(key, boundTo(workspaceId)));
        met.resealed += 1;
      } catch {
        met.unreadable.push(workspaceId);
      }
    }
    return met;
  }

  async #read(workspaceId: string, keyId: string): Promise<Uint8Array> {
    const [wrapping, wrapped] = await Promise.all([
      this.#workspaceKey(workspaceId),
      readIfThere(this.#path(workspaceId, keyId)),
    ]);
    if (wrapping === null || wrapped === null)
      throw new KeyVaultAway('The key vault does not have this key.');
    try {
      const nonce = wrapped.subarray(0, nonceBytes);
      return aesGcmOpened(wrapping, nonce, wrapped.subarray(nonceBytes), placeOf(workspaceId, keyId));
    } catch (cause) {
      throw new KeyVaultAway('What the key vault holds of this key is damaged.', { cause });
    }
  }

  /** The key that wraps the others, made when it is first needed; null once all keys of the workspace were destroyed. */
  async #workspaceKey(workspaceId: string): Promise<Uint8Array | null> {
    const { keyRing, random } = this.#options;
    const folder = this.#of(workspaceId);
    if (await exists(join(folder, tombstone))) return null;
    const path = join(folder, workspaceKeyFile);
    let sealed = await readIfThere(path);
    if (sealed === null) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = `${path}.${hexOf(random.bytes(6))}`;
      await writeOnce(path, part, keyRing.seal(random.bytes(keyBytes), boundTo(workspaceId)));
      sealed = await readIfThere(path);
    }
    if (sealed === null) return null;
    try {
      return keyRing.open(sealed, boundTo(workspaceId));
    } catch (cause) {
      throw new KeyVaultAway('No master key opens the key of this workspace.', { cause });
    }
  }

  #of(workspaceId: string): string {
    if (!name.test(workspaceId)) throw new KeyVaultAway('There is no such workspace.');
    return join(this.#options.folder, workspaceId);
  }

  #bucket(workspaceId: string, keyId: string): string {
    if (!name.test(keyId)) throw new KeyVaultAway('The key vault does not have this key.');
    return join(this.#of(workspaceId), keyId.slice(-2));
  }

  #path(workspaceId: string, keyId: string): string {
    return join(this.#bucket(workspaceId, keyId), keyId);
  }
}

const boundTo = (workspaceId: string): string => `key-vault:${workspaceId}`;
const placeOf = (workspaceId: string, keyId: string): Uint8Array => utf8(`${workspaceId}|${keyId}`);

const notFolder = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOTDIR';
const absent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (absent(error) || notFolder(error)) return null;
    throw new KeyVaultAway('The key vault cannot be read.', { cause: error });
  }
}

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (absent(error)) return false;
      throw new KeyVaultAway('The key vault cannot be read.', { cause: error });
    },
  );

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (absent(error) || notFolder(error)) return [];
    throw error;
  }
}

/** Writes the file unless there is one: of several processes at once, one writes it. */
async function writeOnce(path: string, part: string, content: Uint8Array): Promise<void> {
  try {
    await replaceFile(part, content);
    await link(part, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(part, { force: true });
  }
  await syncFolder(join(path, '..'));
}

/** Zeros in place of what the file held, on the disk. */
async function overwrite(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r+');
    try {
      const { size } = await handle.stat();
      await handle.write(new Uint8Array(size), 0, size, 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!absent(error)) throw error;
  }
}
