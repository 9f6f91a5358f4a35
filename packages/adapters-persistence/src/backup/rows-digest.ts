import { createHash, hash } from 'node:crypto';

/** What a table holds, told by its rows in text form. */
export interface RowsSummary {
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  /**
   * The sum of the SHA-256 of all rows, in eight parts of 32 bits: the same for the same rows in any order, because a
   * database gives them in an order of its own.
   */
  readonly rowsDigest: string;
}

/** Passes rows on and sums them up; `summary` is right once the stream has ended. */
export class SummedRows {
  readonly #sha256 = createHash('sha256');
  readonly #sum = new Uint32Array(8);
  #rest: Uint8Array | null = null;
  #rows = 0;
  #bytes = 0;

  async *through(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const part of source) {
      this.#take(part);
      yield part;
    }
  }

  /** Reads the stream to its end. */
  async of(source: AsyncIterable<Uint8Array>): Promise<RowsSummary> {
    for await (const part of source) this.#take(part);
    return this.summary();
  }

  summary(): RowsSummary {
    if (this.#rest !== null) throw new Error('The rows end in the middle of one.');
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      sha256: this.#sha256.copy().digest('hex'),
      rowsDigest: [...this.#sum].map((part) => part.toString(16).padStart(8, '0')).join(''),
    };
  }

  #take(part: Uint8Array): void {
    this.#sha256.update(part);
    this.#bytes += part.byteLength;
    let from = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
      const piece = part.subarray(from, end);
      this.#add(this.#rest === null ? piece : Buffer.concat([this.#rest, piece]));
      this.#rest = null;
      from = end + 1;
    }
    if (from === part.byteLength) return;
    const left = part.subarray(from);
    this.#rest = this.#rest === null ? Buffer.from(left) : Buffer.concat([this.#rest, left]);
  }

  #add(row: Uint8Array): void {
    const digest = hash('sha256', row, 'buffer');
    for (let lane = 0; lane < 8; lane += 1)
      this.#sum[lane] = ((this.#sum[lane] ?? 0) + digest.readUInt32BE(lane * 4)) >>> 0;
    this.#rows += 1;
  }
}
