import type { BlobPieces, ByteRange, GrowingHash } from '../kernel/ports.ts';

/** The hash of a whole that is computed while its chunks come, so that completing it need not read it again. */
interface KeptHash {
  readonly key: string;
  readonly hash: GrowingHash;
  /** All bytes before this place are stored and named by rows. */
  reached: number;
  /** Chunks behind a gap: where each begins and ends. */
  readonly ahead: Map<number, number>;
}

/** By session, in this process; the one that was used longest ago gives way. */
const mostHashes = 1000;
const hashes = new Map<string, KeptHash>();

/** A chunk lies at its place in this object for good: a row names it there. */
export function noteChunk(
  sessionId: string,
  key: string,
  pieces: BlobPieces,
  { start, end }: ByteRange,
): void {
  const kept = hashKept(sessionId, key, pieces);
  kept.ahead.set(start, end);
  const before = kept.reached;
  for (let next = kept.ahead.get(kept.reached); next !== undefined; next = kept.ahead.get(next)) {
    kept.ahead.delete(kept.reached);
    kept.reached = next;
  }
  if (kept.reached > before) kept.hash.reach(kept.reached);
}

/** The hash of the object in which all of the session lies. */
export const hashOfWhole = (sessionId: string, key: string, pieces: BlobPieces): GrowingHash =>
  hashKept(sessionId, key, pieces).hash;

/** Nobody asks for it any more. */
export function endHash(sessionId: string): void {
  hashes.get(sessionId)?.hash.end();
  hashes.delete(sessionId);
}

function hashKept(sessionId: string, key: string, pieces: BlobPieces): KeptHash {
  const known = hashes.get(sessionId);
  if (known?.key !== key) known?.hash.end();
  const kept =
    known?.key === key
      ? known
      : { key, hash: pieces.hashing(key), reached: 0, ahead: new Map<number, number>() };
  hashes.delete(sessionId);
  hashes.set(sessionId, kept);
  const [oldest] = hashes.keys();
  if (hashes.size > mostHashes && oldest !== undefined) endHash(oldest);
  return kept;
}
