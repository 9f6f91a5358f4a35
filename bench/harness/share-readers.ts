import { get, type IncomingMessage } from 'node:http';

/** What readers of a share saw from the moment on in which it had ended. */
export interface Seen {
  /** Deliveries that were over before the end. */
  readonly before: number;
  /** Downloads that were under way at the end. */
  readonly underWay: number;
  /** Of these, how many were cut; the others had their last bytes on the way. */
  readonly cut: number;
  /** Requests that were sent after the end, and what was wrong with them: there is only one right answer. */
  readonly after: number;
  readonly served: number;
  /** The most bytes that one download got after the end, and until when. */
  readonly mostBytes: number;
  readonly mostMilliseconds: number;
}

interface Download {
  readonly status: number;
  readonly wasCut: boolean;
  readonly isOver: () => boolean;
}

/** The end of a share, as its readers know it: unknown until it is said. */
export class End {
  #at: number | null = null;
  say(at = performance.now()): void {
    this.#at = at;
  }
  isBefore(moment: number): boolean {
    return this.#at !== null && this.#at <= moment;
  }
  /** Milliseconds since then; 0 before it. */
  since(moment: number): number {
    return this.isBefore(moment) ? moment - (this.#at ?? 0) : 0;
  }
}

/** Many who read one share again and again, until each has asked three times after its end. */
export class ShareReaders {
  readonly #url: string;
  readonly #end: End;
  readonly #reason: string;
  readonly #seen = { before: 0, underWay: 0, cut: 0, after: 0, served: 0, mostBytes: 0, mostMilliseconds: 0 };

  constructor(url: string, end: End, reason: string) {
    [this.#url, this.#end, this.#reason] = [url, end, reason];
  }

  async read(count: number): Promise<Seen> {
    await Promise.all(Array.from({ length: count }, () => this.#readOn()));
    return this.#seen;
  }

  async #readOn(): Promise<void> {
    let asked = 0;
    while (asked < 3) {
      const isLate = this.#end.isBefore(performance.now());
      const { status, wasCut, isOver } = await this.#download(isLate);
      if (isLate) asked += 1;
      else if (status === 410) continue;
      else if (!this.#end.isBefore(performance.now())) this.#seen.before += 1;
      else if (isOver()) {
        this.#seen.underWay += 1;
        if (wasCut) this.#seen.cut += 1;
      }
      if (!isLate && status !== 200) throw new Error(`The share is answered with ${status}`);
    }
  }

  /** One request for the content; what comes of it after the end is counted. */
  #download(isLate: boolean): Promise<Download> {
    const seen = this.#seen;
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      const request = get(this.#url, { agent: false }, (response: IncomingMessage) => {
        isAnswered = true;
        const status = response.statusCode ?? 0;
        if (isLate) {
          seen.after += 1;
          if (status !== 410) seen.served += 1;
        }
        if (status !== 200) {
          let text = '';
          response.on('data', (part: Buffer) => {
            text += part;
          });
          response.once('end', () => {
            if (isLate && !text.includes(`"${this.#reason}"`)) seen.served += 1;
            resolve({ status, wasCut: false, isOver: () => false });
          });
          return;
        }
        let late = 0;
        response.on('data', (part: Buffer) => {
          const now = performance.now();
          if (!this.#end.isBefore(now)) return;
          late += part.byteLength;
          seen.mostBytes = Math.max(seen.mostBytes, late);
          seen.mostMilliseconds = Math.max(seen.mostMilliseconds, this.#end.since(now));
        });
        response.once('error', () => undefined);
        response.once('close', () => resolve({ status, wasCut: !response.complete, isOver: () => true }));
      });
      request.once('error', (error) => {
        // A connection that is cut within an answer was seen as that.
        if (!isAnswered) reject(error);
      });
    });
  }
}
