import type { BlobInfo, BlobPieces, BlobStore, ByteRange } from '@chancery/core';

/**
 * Deletes nothing while a backup copies the objects that it has seen named. What is not deleted then is named by no row,
 * and the nightly search for such objects deletes it once it is two days old.
 */
export class HeldBlobStore implements BlobStore {
  readonly #store: BlobStore;
  readonly #isHeldElsewhere: () => Promise<boolean>;
  #holds = 0;

  constructor(store: BlobStore, isHeldElsewhere: () => Promise<boolean>) {
    this.#store = store;
    this.#isHeldElsewhere = isHeldElsewhere;
  }

  /** Keeps every object until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
    };
  }

  async delete(key: string): Promise<void> {
    if (this.#holds > 0 || (await this.#isHeldElsewhere())) return;
    await this.#store.delete(key);
  }

  put(
    key: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    announced?: { readonly sizeBytes: number },
  ): Promise<BlobInfo> {
    return this.#store.put(key, bytes, announced);
  }

  get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    return this.#store.get(key, range, signal);
  }

  head(key: string): Promise<BlobInfo | null> {
    return this.#store.head(key);
  }

  list(prefix: string): AsyncIterable<string> {
    return this.#store.list(prefix);
  }

  get pieces(): BlobPieces | null {
    return this.#store.pieces;
  }

  clear(before: string): Promise<void> {
    return this.#store.clear(before);
  }

  probe(): Promise<void> {
    return this.#store.probe();
  }
}
