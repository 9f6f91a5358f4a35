import { joined } from './bytes.ts';

const MOST_AT_ONCE = 128 * 1024;

/**
 * SHA-256 over parts, of a function that hashes one piece and has done so when it returns: the parts are put together in one
 * place that is used again and again, so that no memory is taken for them.
 */
export function sha256InOnePiece(
  hash: (piece: Uint8Array) => Uint8Array,
): (...parts: readonly Uint8Array[]) => Uint8Array {
  const room = new Uint8Array(MOST_AT_ONCE);
  return (...parts) => {
    let length = 0;
    for (const part of parts) {
      if (length + part.length > MOST_AT_ONCE) return hash(joined(...parts));
      room.set(part, length);
      length += part.length;
    }
    return hash(room.subarray(0, length));
  };
}
