import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The file: `CHANBPF1`, number of bits (u64), bits per entry set (u32), entries (u64), four zero bytes, then the bits; all
 * numbers are big-endian. It is a Bloom filter: an entry is always found, and about one in 10^5 other passwords too.
 */
export const filterMagic = 'CHANBPF1';
export const filterHeaderBytes = 32;

/** The digest is SHA-1, because published lists contain it; it need not hide anything here. */
export const passwordDigest = (password: string): Buffer =>
  createHash('sha1').update(password, 'utf8').digest();

/** The bits that stand for a digest; sums stay below 2^53 for up to 30 of them. */
export function* bitsOf(digest: Buffer, bits: number, perEntry: number): Generator<number> {
  const first = digest.readUIntBE(0, 6);
  const drawn = digest.readUIntBE(6, 6);
  const step = drawn - (drawn % 2) + 1;
  for (let i = 0; i < perEntry; i += 1) yield (first + i * step) % bits;
}

/** Passwords known from breaches. They are read from the file at each check, so that its size costs neither start nor memory. */
export class BreachedFilter {
  readonly entries: number;
  readonly #file: number;
  readonly #bits: number;
  readonly #perEntry: number;
  readonly #byte = Buffer.alloc(1);

  /** Throws if there is no such file, or if `buildBreachedFilter` did not make it. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    const header = Buffer.alloc(filterHeaderBytes);
    const read = readSync(this.#file, header, 0, filterHeaderBytes, 0);
    this.#bits = Number(header.readBigUInt64BE(8));
    this.#perEntry = header.readUInt32BE(16);
    this.entries = Number(header.readBigUInt64BE(20));
    const isWhole = fstatSync(this.#file).size === filterHeaderBytes + Math.ceil(this.#bits / 8);
    const isOurs = read === filterHeaderBytes && header.toString('latin1', 0, 8) === filterMagic;
    if (!isOurs || !isWhole || this.#bits === 0 || this.#perEntry < 1 || this.#perEntry > 30) {
      this.close();
      throw new Error('This is no filter of breached passwords, or not the whole of one.');
    }
  }

  /** Whether the password, as typed or in lower case, is in the list. */
  has(password: string): boolean {
    const typed = password.normalize('NFC');
    return this.#holds(passwordDigest(typed)) || this.#holds(passwordDigest(typed.toLowerCase()));
  }

  close(): void {
    closeSync(this.#file);
  }

  #holds(digest: Buffer): boolean {
    for (const bit of bitsOf(digest, this.#bits, this.#perEntry)) {
      readSync(this.#file, this.#byte, 0, 1, filterHeaderBytes + Math.floor(bit / 8));
      if (((this.#byte[0] ?? 0) & (128 >> (bit % 8))) === 0) return false;
    }
    return true;
  }
}
