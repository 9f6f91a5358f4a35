import type { ServerResponse } from 'node:http';

/** Why an answer ended before its time: its caller went away, its source failed, or what it holds may not be served any more. */
export type Cut = 'caller' | 'source' | 'withdrawn';

/** What a source throws that may give no more: no fault of anything. */
export class Withdrawn extends Error {}

export interface Poured {
  readonly bytes: number;
  /** Null if the whole was sent. */
  readonly cut: Cut | null;
  /** What the source threw. */
  readonly error?: unknown;
}

class CallerGone extends Error {}

/** The parts of a stream for one caller: nobody waits for the next one any longer than the caller does. */
export class Parts {
  readonly #parts: AsyncIterator<Uint8Array | string>;
  readonly #gone: AbortSignal;
  #stop: ((reason: Error) => void) | null = null;

  constructor(content: AsyncIterable<Uint8Array | string>, gone: AbortSignal) {
    this.#parts = content[Symbol.asyncIterator]();
    this.#gone = gone;
    gone.addEventListener('abort', () => this.#stop?.(new CallerGone()), { once: true });
  }

  /** Null at the end; throws what the source throws, or at once if the caller is gone. */
  async next(): Promise<Uint8Array | null> {
    const { done, value } = await new Promise<IteratorResult<Uint8Array | string>>((resolve, reject) => {
      this.#stop = reject;
      if (this.#gone.aborted) reject(new CallerGone());
      else this.#parts.next().then(resolve, reject);
    });
    if (done === true) return null;
    return typeof value === 'string' ? Buffer.from(value, 'utf8') : value;
  }

  /** Lets the source release what it holds; nobody waits for that. */
  end(): void {
    this.#stop = null;
    this.#parts.return?.()?.catch(() => undefined);
  }
}

/**
 * Writes the parts as fast as the caller takes them, one ahead of what is being sent, and ends the answer. It is cut off if
 * the source fails, or gives other than the promised number of bytes: never is anything made up (PLT-19).
 */
export async function pour(
  first: Uint8Array | null,
  parts: Parts,
  response: ServerResponse,
  promisedBytes: number | null,
): Promise<Poured> {
  let [bytes, part] = [0, first];
  try {
    while (part !== null) {
      bytes += part.byteLength;
      if (promisedBytes !== null && bytes > promisedBytes)
        throw new RangeError('The blob store gave more bytes than the answer promised');
      const following = parts.next();
      // It is awaited below; until then nobody may take its failure for one that is not handled.
      following.catch(() => undefined);
      if (!response.write(part)) await drained(response);
      part = await following;
    }
    if (promisedBytes !== null && bytes < promisedBytes)
      throw new RangeError('The blob store gave fewer bytes than the answer promised');
    await ended(response);
    return { bytes, cut: null };
  } catch (error) {
    const gone = error instanceof CallerGone || response.destroyed;
    response.destroy();
    if (!gone && error instanceof Withdrawn) return { bytes, cut: 'withdrawn' };
    return gone ? { bytes, cut: 'caller' } : { bytes, cut: 'source', error };
  } finally {
    parts.end();
  }
}

/** Throws if the caller goes away. */
const drained = (response: ServerResponse): Promise<void> => until(response, 'drain');

function ended(response: ServerResponse): Promise<void> {
  const finished = until(response, 'finish');
  response.end();
  return finished;
}

function until(response: ServerResponse, event: 'drain' | 'finish'): Promise<void> {
  return new Promise((resolve, reject) => {
    if (response.destroyed) return reject(new CallerGone());
    const settle = () => {
      response.off(event, settle).off('close', gone);
      resolve();
    };
    const gone = () => {
      response.off(event, settle);
      reject(new CallerGone());
    };
    response.once(event, settle).once('close', gone);
  });
}
