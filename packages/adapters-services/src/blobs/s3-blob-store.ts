import type { BlobInfo, BlobStore, ByteRange } from '@chancery/core';
import type { S3Objects } from './s3-objects.ts';
import { type S3Target, s3TargetOf } from './s3-target.ts';

/**
 * Objects in a bucket of any S3-compatible store, addressed by `s3://key:secret@host:port/bucket?region=…&tls=false`. The SDK
 * is loaded at the first use, because most processes have no bucket and it takes longer to load than they take to start.
 */
export class S3BlobStore implements BlobStore {
  readonly #target: S3Target;
  #opened: Promise<S3Objects> | null = null;
  /** An object of S3 never changes; its parts cannot be read, and all but the last must be 5 MiB long. */
  readonly pieces = null;

  constructor(url: string) {
    this.#target = s3TargetOf(url);
  }

  async put(
    key: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    told?: { readonly sizeBytes: number },
  ): Promise<BlobInfo> {
    return (await this.#objects()).put(key, bytes, told);
  }

  async get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.#objects()).get(key, range, signal);
  }

  async head(key: string): Promise<BlobInfo | null> {
    return (await this.#objects()).head(key);
  }

  async delete(key: string): Promise<void> {
    await (await this.#objects()).delete(key);
  }

  async *list(prefix: string): AsyncIterable<string> {
    yield* (await this.#objects()).list(prefix);
  }

  async clear(before: string): Promise<void> {
    await (await this.#objects()).clear(before);
  }

  async probe(): Promise<void> {
    await (await this.#objects()).probe();
  }

  /** Closes the idle connections. */
  close(): void {
    void this.#opened?.then((objects) => objects.close());
  }

  #objects(): Promise<S3Objects> {
    this.#opened ??= import('./s3-objects.ts').then(({ S3Objects }) => new S3Objects(this.#target));
    return this.#opened;
  }
}
