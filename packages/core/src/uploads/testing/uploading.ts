import { createHash } from 'node:crypto';
import { deferred } from '../../kernel/testing/deferred.ts';

/** Bytes that begin like a PDF and whose pattern does not repeat at a power of two. */
export function aPdf(sizeBytes: number, seed = 0): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  for (let at = 0; at < sizeBytes; at += 1) bytes[at] = (at * 31 + seed * 7 + (at >> 13)) % 251;
  bytes.write('%PDF-1.7\n', 0, 'latin1');
  return bytes;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The Content-Digest field of these bytes (RFC 9530). */
export const contentDigest = (bytes: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

/** The input that declares this file. */
export const declared = (bytes: Uint8Array, over: object = {}) => ({
  purpose: 'document' as const,
  fileName: 'Annual report.pdf',
  sizeBytes: bytes.byteLength,
  sha256: sha256Of(bytes),
  ...over,
});

/** The input for one chunk of a file. */
export function chunkOf(bytes: Uint8Array, chunkSizeBytes: number, index: number) {
  const offset = index * chunkSizeBytes;
  const chunk = bytes.subarray(offset, offset + chunkSizeBytes);
  return { offset, sizeBytes: chunk.byteLength, digest: contentDigest(chunk), content: inParts(chunk) };
}

/** A stream of these bytes, in parts of 64 KiB. */
export async function* inParts(bytes: Uint8Array, partBytes = 65_536): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

/** The same chunk on a connection that hangs after its first part, until it goes on. */
export function hangingChunk({ content, ...chunk }: ReturnType<typeof chunkOf>) {
  const [gate, hung] = [deferred(), deferred()];
  async function* hanging() {
    for await (const part of content) {
      yield part;
      hung.resolve();
      await gate.promise;
    }
  }
  return { chunk: { ...chunk, content: hanging() }, hangs: hung.promise, goOn: gate.resolve };
}
