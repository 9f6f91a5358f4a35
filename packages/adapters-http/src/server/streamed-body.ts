import type { IncomingMessage } from 'node:http';
import { requestInvalid } from '@chancery/core';

/** A body never pauses for longer (UPL-3). */
const mostIdleMs = 30_000;
/** So much is gathered before it is handed on: to hand on a part costs more than to copy its bytes. */
const gatheredBytes = 128 * 1024;

/**
 * The bytes as they arrive, what came together as one part; the sender is held back while nobody asks for the next. A
 * connection that is cut, or silent for 30 s, ends with a failure and is dropped. Leaving early leaves the connection open
 * for the answer.
 */
export async function* partsOf(request: IncomingMessage): AsyncIterable<Uint8Array> {
  const arriving = new Arriving(request);
  try {
    for (let part = await arriving.next(); part !== null; part = await arriving.next()) yield part;
  } finally {
    arriving.leave();
  }
  if (arriving.failure !== null || !request.complete) throw bodyCut(arriving.failure ?? undefined);
}

/** Nobody is left to read it; it keeps a lost connection from being taken for a fault of ours. */
export const bodyCut = (cause?: unknown) =>
  requestInvalid({ message: 'The connection ended before the body did; send it again.', cause });

/** Listens to the body itself, because its iterator takes a turn, and a promise or two, for every 64 KiB. */
class Arriving {
  readonly #request: IncomingMessage;
  #gathered: Uint8Array[] = [];
  #size = 0;
  #isOver: boolean;
  #wake: (() => void) | null = null;
  failure: Error | null = null;

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.#isOver = request.destroyed || request.readableEnded;
    request.on('data', this.#take).on('end', this.#end).on('close', this.#end).on('error', this.#fail);
  }

  /** Null at the end, or if the connection is lost. */
  async next(): Promise<Uint8Array | null> {
    while (this.#size === 0 && !this.#isOver) await this.#something();
    if (this.failure !== null || this.#size === 0) return null;
    const [first, ...others] = this.#gathered;
    const part = first === undefined || others.length > 0 ? Buffer.concat(this.#gathered, this.#size) : first;
    [this.#gathered, this.#size] = [[], 0];
    if (!this.#isOver) this.#request.resume();
    return part;
  }

  leave(): void {
    const request = this.#request;
    request.off('data', this.#take).off('end', this.#end).off('close', this.#end);
    // A connection that is lost now is nobody's failure, so that listener stays. Once the request is answered, somebody else
    // takes in the rest.
    if (!this.#isOver && request.listenerCount('data') === 0) request.pause();
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      const drop = setTimeout(() => this.#request.destroy(), mostIdleMs);
      this.#wake = () => {
        this.#wake = null;
        clearTimeout(drop);
        resolve();
      };
      this.#request.resume();
    });
  }

  readonly #take = (part: Uint8Array): void => {
    this.#gathered.push(part);
    this.#size += part.byteLength;
    if (this.#size >= gatheredBytes) {
      this.#request.pause();
      this.#wake?.();
    } else if (this.#gathered.length === 1) {
      // What else has arrived is read in this turn.
      setImmediate(() => this.#wake?.());
    }
  };

  readonly #end = (): void => {
    this.#isOver = true;
    this.#wake?.();
  };

  readonly #fail = (error: Error): void => {
    this.failure = error;
    this.#end();
  };
}
