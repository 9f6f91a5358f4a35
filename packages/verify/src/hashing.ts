/**
 * A computation that asks for SHA-256 digests and is given them. WebCrypto hashes only asynchronously, and a server that
 * writes the ledger cannot wait in the middle of a transaction: written this way, each format is there once for both.
 */
export type Hashing<T> = Generator<readonly Uint8Array[], T, Uint8Array>;

/** SHA-256 over the parts, one behind the other. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array | Promise<Uint8Array>;

/** Runs the computation with any SHA-256; without a promise as long as the function gives none. */
export function hashedBy<T>(work: Hashing<T>, sha256: Sha256): T | Promise<T> {
  let step = work.next();
  while (!step.done) {
    const digest = sha256(...step.value);
    if (digest instanceof Promise) return hashedLater(work, sha256, digest);
    step = work.next(digest);
  }
  return step.value;
}

/** Runs the computation where hashes are there at once. */
export const hashedNow = hashedBy as <T>(
  work: Hashing<T>,
  sha256: (...parts: readonly Uint8Array[]) => Uint8Array,
) => T;

async function hashedLater<T>(work: Hashing<T>, sha256: Sha256, first: Promise<Uint8Array>): Promise<T> {
  let step = work.next(await first);
  while (!step.done) step = work.next(await sha256(...step.value));
  return step.value;
}

const blockBytes = 64;

/** HMAC-SHA-256 (RFC 2104) with a key of at most one block. */
export function* hmacSha256(key: Uint8Array, message: Uint8Array): Hashing<Uint8Array> {
  const padded = (mask: number) =>
    Uint8Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ mask);
  const inner = yield [padded(0x36), message];
  return yield [padded(0x5c), inner];
}
