// How the pool and its processes write to each other: four bytes with the length of a JSON text, four with the length of
// the bytes after it, the text, the bytes. Node's own channel between processes is not used, because a child that writes
// nonsense into it ends the parent, and because it keeps messages of any size in memory.

/** In the JSON text, a `Uint8Array` is an object with this one key: where its bytes begin, and how many there are. */
const bytesMark = '\u0000bytes';
const headBytes = 8;

/** The frame announces more than may be received. */
export class FrameTooLarge extends Error {
  override readonly name = 'FrameTooLarge';
}

export function encodedFrame(message: object): Buffer {
  const parts: Uint8Array[] = [];
  let length = 0;
  const text = JSON.stringify(message, function (this: Record<string, unknown>, key, value: unknown) {
    const held = this[key];
    if (!(held instanceof Uint8Array)) return value;
    parts.push(held);
    length += held.byteLength;
    return { [bytesMark]: [length - held.byteLength, held.byteLength] };
  });
  const json = Buffer.from(text);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(json.byteLength, 0);
  head.writeUInt32BE(length, 4);
  return Buffer.concat([head, json, ...parts]);
}

export interface FrameLimits {
  readonly jsonBytes: number;
  readonly bytes: number;
}

/** Puts frames together again. What is announced as too large is never received, so nobody fills the memory of the reader. */
export class FrameReader {
  #held: Buffer[] = [];
  #length = 0;
  #wanted = headBytes;
  readonly #limits: () => FrameLimits;

  constructor(limits: () => FrameLimits) {
    this.#limits = limits;
  }

  /** The messages that are complete with this piece. Throws `FrameTooLarge`, or any other error if a frame is none. */
  *push(piece: Buffer): Generator<unknown> {
    this.#held.push(piece);
    this.#length += piece.byteLength;
    while (this.#length >= this.#wanted) {
      const all = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held);
      this.#held = [all];
      const [json, bytes] = [all.readUInt32BE(0), all.readUInt32BE(4)];
      const most = this.#limits();
      if (json > most.jsonBytes || json + bytes > most.bytes) throw new FrameTooLarge();
      const end = headBytes + json + bytes;
      if (all.byteLength < end) {
        this.#wanted = end;
        return;
      }
      this.#held = [all.subarray(end)];
      this.#length = all.byteLength - end;
      this.#wanted = headBytes;
      yield decoded(all.subarray(headBytes, headBytes + json), all.subarray(headBytes + json, end));
    }
  }
}

function decoded(json: Buffer, bytes: Buffer): unknown {
  const text = json.toString('utf8');
  // Looking at each value takes several times as long as parsing does.
  if (bytes.byteLength === 0 && !text.includes('\\u0000bytes')) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, bytesMark)) return value;
    const [start, length] = (value as Record<string, unknown>)[bytesMark] as [unknown, unknown];
    const isInside =
      Number.isInteger(start) &&
      Number.isInteger(length) &&
      Number(start) >= 0 &&
      Number(length) >= 0 &&
      Number(start) + Number(length) <= bytes.byteLength;
    if (!isInside) throw new RangeError('A frame names bytes that it does not have');
    return bytes.subarray(Number(start), Number(start) + Number(length));
  });
}
