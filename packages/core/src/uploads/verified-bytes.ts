import { streamingSha256 } from '../kernel/crypto.ts';
import { beginningBytes } from '../kernel/ports.ts';
import { uploadChunkLengthInvalid, uploadDigestMismatch } from './errors.ts';

/**
 * Passes the bytes of a chunk on, but holds back the last part until the digest is verified and `judge` has seen how they
 * begin: a store that has all parts but the last has no complete object yet.
 */
export async function* verifiedBytes(
  content: AsyncIterable<Uint8Array>,
  { sizeBytes, sha256 }: { readonly sizeBytes: number; readonly sha256: string },
  judge?: (beginning: Uint8Array) => Promise<void>,
): AsyncIterable<Uint8Array> {
  const hash = streamingSha256();
  const beginning: Uint8Array[] = [];
  let [size, last]: [number, Uint8Array | null] = [0, null];
  for await (const part of content) {
    if (judge !== undefined && size < beginningBytes) beginning.push(part.subarray(0, beginningBytes - size));
    size += part.byteLength;
    if (size > sizeBytes) throw uploadChunkLengthInvalid();
    hash.update(part);
    if (last !== null) yield last;
    last = part;
  }
  if (size < sizeBytes) throw uploadChunkLengthInvalid();
  if (hash.hex() !== sha256) throw uploadDigestMismatch();
  await judge?.(Buffer.concat(beginning));
  if (last !== null) yield last;
}
