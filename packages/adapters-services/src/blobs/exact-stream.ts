/**
 * Passes the stream on, and fails if it is not as long as announced. It holds one part back, so that a store that counts
 * bytes itself never receives all of them from a stream that fails at its end.
 */
export async function* exactly(
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
  sizeBytes: number,
): AsyncIterable<Uint8Array> {
  let [size, last]: [number, Uint8Array | null] = [0, null];
  for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) {
    size += part.byteLength;
    if (size > sizeBytes) throw longerThanAnnounced();
    if (last !== null) yield last;
    last = part;
  }
  if (size < sizeBytes) throw shorterThanAnnounced();
  if (last !== null) yield last;
}

export const longerThanAnnounced = () => new RangeError('The stream is longer than was announced.');
export const shorterThanAnnounced = () => new RangeError('The stream is shorter than was announced.');
