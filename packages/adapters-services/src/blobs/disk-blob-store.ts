import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BlobInfo, BlobPieces, BlobStore, ByteRange } from '@chancery/core';
import { syncFolder } from '../file-replacement.ts';
import { assertBlobKey, assertBlobPrefix, assertByteRange } from './blob-key.ts';
import { probeBlobStore } from './blob-store-probe.ts';
import { diskPieces } from './disk-pieces.ts';
import { absentAs, writeParts } from './durable-files.ts';
import { exactly } from './exact-stream.ts';

/** No key can name this folder, because no key contains `~`. It is on the file system of the objects, so a rename is atomic. */
const incomingFolder = '~incoming';
const chunkBytes = 256 * 1024;
const placingTries = 50;

/** Stores objects as files below a root. After a crash an object is the old or the new one, never a part of it. */
export class DiskBlobStore implements BlobStore {
  readonly #root: string;
  readonly pieces: BlobPieces;
  #ready: Promise<void> | null = null;

  constructor(root: string) {
    this.#root = resolve(root);
    this.pieces = diskPieces(
      (key) => this.#fileOf(key),
      (file, make) => this.#place(file, make),
    );
  }

  async put(
    key: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    told?: { readonly sizeBytes: number },
  ): Promise<BlobInfo> {
    const file = this.#fileOf(key);
    await this.#prepare();
    const incoming = join(this.#root, incomingFolder, randomUUID());
    try {
      const sizeBytes = await writeDurably(incoming, told ? exactly(bytes, told.sizeBytes) : bytes);
      await this.#place(file, () => rename(incoming, file));
      return { sizeBytes };
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    if (range) assertByteRange(range);
    const info = await this.head(key);
    return info && read(this.#fileOf(key), range, signal);
  }

  async head(key: string): Promise<BlobInfo | null> {
    const info = await absentAs(null, stat(this.#fileOf(key)));
    return info?.isFile() ? { sizeBytes: info.size } : null;
  }

  async delete(key: string): Promise<void> {
    const file = this.#fileOf(key);
    if (!(await this.head(key))) return;
    await rm(file, { force: true });

    // Folders that contained nothing else are removed too; this fails for one that another `put` fills meanwhile.
    let folder = dirname(file);
    while (folder !== this.#root && (await removedEmpty(folder))) folder = dirname(folder);
    await absentAs(undefined, syncFolder(folder));
  }

  async *list(prefix: string): AsyncIterable<string> {
    assertBlobPrefix(prefix);
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const key of this.#walk(folder)) if (key.startsWith(prefix)) yield key;
  }

  async clear(before: string): Promise<void> {
    const folder = join(this.#root, incomingFolder);
    for (const name of await absentAs([], readdir(folder))) {
      const info = await absentAs(null, stat(join(folder, name)));
      if (info !== null && info.mtimeMs < Date.parse(before)) await rm(join(folder, name), { force: true });
    }
  }

  probe(): Promise<void> {
    return probeBlobStore(this);
  }

  #fileOf(key: string): string {
    assertBlobKey(key);
    return join(this.#root, key);
  }

  /** Makes the folder of unfinished writes. */
  #prepare(): Promise<void> {
    this.#ready ??= this.#makeIncoming().catch((error: unknown) => {
      this.#ready = null;
      throw error;
    });
    return this.#ready;
  }

  async #makeIncoming(): Promise<void> {
    await mkdir(join(this.#root, incomingFolder), { recursive: true });
  }

  async #place(file: string, make: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const made = mkdir(dirname(file), { recursive: true }).then(make);
      // A simultaneous `delete` may have removed the folder because it was empty.
      if (tries === placingTries) await made;
      else if ((await absentAs('absent', made)) === 'absent') continue;
      break;
    }
    // Each folder of the path may be new, from this `put` or from a simultaneous one that is not durable yet.
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      await absentAs(undefined, syncFolder(folder)); // a `delete` of this key may have come meanwhile
      if (folder === this.#root) return;
    }
  }

  /** `folder` is empty or ends with a slash. */
  async *#walk(folder: string): AsyncIterable<string> {
    const entries = await absentAs([], readdir(join(this.#root, folder), { withFileTypes: true }));
    for (const entry of entries) {
      if (entry.name === incomingFolder) continue;
      if (entry.isDirectory()) yield* this.#walk(`${folder}${entry.name}/`);
      else if (entry.isFile()) yield folder + entry.name;
    }
  }
}

async function writeDurably(file: string, bytes: AsyncIterable<Uint8Array> | Uint8Array): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  try {
    const sizeBytes = await writeParts(handle, bytes);
    await handle.sync();
    return sizeBytes;
  } finally {
    await handle.close();
  }
}

/** The file is opened when it is first read, so that a caller who never reads leaves no open file behind. */
async function* read(
  file: string,
  range: ByteRange | undefined,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  signal?.throwIfAborted();
  const handle = await open(file, 'r');
  try {
    let position = range?.start ?? 0;
    const end = range?.end ?? Number.POSITIVE_INFINITY;
    while (position < end) {
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - position));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
      signal?.throwIfAborted();
    }
  } finally {
    await handle.close();
  }
}

const removedEmpty = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  );
