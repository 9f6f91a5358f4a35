import { type ByteRange, contexts, type UseCase } from '@chancery/core';
import { type MadeFile, madeFile, type StoredFile, storedFile } from '@chancery/core/internal';
import { z } from 'zod';

const declared = (output: z.ZodType, run: () => Promise<unknown>): UseCase =>
  ({
    kind: 'query',
    ports: contexts.workspace.ports,
    summary: 'Read a file',
    access: { owner: 'any' },
    input: z.strictObject({}),
    output,
    run,
    // A use case of the tests belongs to no context, whose `query` would type it.
  }) as unknown as UseCase;

/** Answers with an object of the blob store. */
export const aStoredFile = (file: () => StoredFile): UseCase => declared(storedFile(), async () => file());

/** Answers with what it makes. */
export const aMadeFile = (file: () => MadeFile): UseCase =>
  declared(madeFile('text/csv'), async () => file());

/** A blob store with one object, whose parts come as a test lets them; it says which reads were begun and which are over. */
export class OneObjectStore {
  readonly begun: (ByteRange | undefined)[] = [];
  over = 0;
  readonly #parts: (
    range: ByteRange | undefined,
    signal: AbortSignal | undefined,
  ) => AsyncIterable<Uint8Array>;

  constructor(parts: OneObjectStore['parts']) {
    this.#parts = parts;
  }

  get parts() {
    return this.#parts;
  }

  async get(_: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    this.begun.push(range);
    return this.#watched(range, signal);
  }

  async *#watched(range: ByteRange | undefined, signal: AbortSignal | undefined) {
    try {
      yield* this.#parts(range, signal);
    } finally {
      this.over += 1;
    }
  }
}
