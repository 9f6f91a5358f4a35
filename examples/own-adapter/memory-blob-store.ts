import type { BlobInfo, BlobStore, ByteRange } from '@chancery/core';

const segment = '(?!\\.{1,2}(?:/|$))[A-Za-z0-9._=-]{1,200}';
const wholeKey = new RegExp(`^${segment}(?:/${segment})*$(?!\\n)`);
const keyBegin = new RegExp(`^(?:${segment}/)*(?:[A-Za-z0-9._=-]{0,200})$(?!\\n)`);

/** Keeps blobs in memory, so they are gone with the process; for tests and trials. */
export class MemoryBlobStore implements BlobStore {
  /** Objects are stored as a whole only, so the chunks of an upload are objects of their own. */
  readonly pieces = null;
  readonly #objects = new Map<string, Uint8Array>();

  async put(key: string, bytes: AsyncIterable<Uint8Array> | Uint8Array, size?: BlobInfo): Promise<BlobInfo> {
    const parts: Uint8Array[] = [];
    const checked = checkedKey(key);
    for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) parts.push(part.slice());
    const object = Buffer.concat(parts);
    const over = object.length - (size?.sizeBytes ?? object.length);
    if (over !== 0) throw new Error(`The stream is ${over > 0 ? 'longer' : 'shorter'} than was announced.`);
    this.#objects.set(checked, object); // only now, so that a stream that breaks off leaves the old object
    return { sizeBytes: object.length };
  }
  async get(key: string, range?: ByteRange, signal?: AbortSignal) {
    const { start, end } = range ?? { start: 0, end: Number.MAX_SAFE_INTEGER };
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
      throw new RangeError('The byte range is malformed.');
    const object = this.#objects.get(checkedKey(key));
    return object === undefined ? null : streamOf(object.subarray(start, end), signal);
  }
  async head(key: string): Promise<BlobInfo | null> {
    const object = this.#objects.get(checkedKey(key));
    return object === undefined ? null : { sizeBytes: object.length };
  }
  async delete(key: string): Promise<void> {
    this.#objects.delete(checkedKey(key));
  }
  async *list(prefix: string): AsyncIterable<string> {
    if (prefix.length > 900 || !keyBegin.test(prefix)) throw new Error('The blob prefix is malformed.');
    for (const key of [...this.#objects.keys()]) if (key.startsWith(prefix)) yield key;
  }
  async clear(): Promise<void> {} // what never became an object is garbage already
  async probe(): Promise<void> {}
}

function checkedKey(key: string): string {
  if (key.length > 900 || !wholeKey.test(key)) throw new Error('The blob key is malformed.');
  return key;
}

async function* streamOf(bytes: Uint8Array, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 262_144) {
    signal?.throwIfAborted();
    yield bytes.subarray(at, at + 262_144);
  }
}
