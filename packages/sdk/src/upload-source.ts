import { builtIn, sha256 } from './sha256.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What can be sent: a file of a browser, bytes, a path in Node, or a stream. */
export type UploadContent =
  | Blob
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | string;

/** Content that can be read from anywhere, more than once. */
export interface UploadSource {
  readonly name: string | undefined;
  readonly sizeBytes: number;
  /** With `into`, a buffer that is long enough, the bytes may come in that one. */
  read(start: number, end: number, into?: Bytes): Promise<Bytes>;
  close(): Promise<void>;
}

interface FileHandle {
  read(into: Bytes, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  stat(): Promise<{ readonly size: number }>;
  close(): Promise<void>;
}
interface NodeFiles {
  readonly promises: { open(path: string, flags: 'r'): Promise<FileHandle> };
}

/** A path is opened, a stream is taken into memory: it can be hashed before it is sent in no other way. */
export async function sourceOf(content: UploadContent | UploadSource): Promise<UploadSource> {
  if (typeof content === 'object' && 'sizeBytes' in content) return content;
  if (typeof content === 'string') return fileSource(content);
  if (content instanceof Blob) return blobSource(content);
  if (content instanceof Uint8Array) return blobSource(new Blob([owned(content)]));
  const parts: Bytes[] = [];
  for await (const part of content as AsyncIterable<Uint8Array>) parts.push(owned(part));
  return blobSource(new Blob(parts));
}

/** A copy only if the bytes might be shared memory, which no request takes. */
const owned = (bytes: Uint8Array): Bytes =>
  bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Uint8Array.from(bytes);

const blobSource = (blob: Blob): UploadSource => ({
  name: 'name' in blob && typeof blob.name === 'string' ? blob.name : undefined,
  sizeBytes: blob.size,
  read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  close: async () => undefined,
});

async function fileSource(path: string): Promise<UploadSource> {
  const files = builtIn<NodeFiles>('node:fs');
  if (files === undefined) throw new TypeError('A path can be sent from Node only; give the file itself.');
  const handle = await files.promises.open(path, 'r');
  const { size } = await handle.stat();
  return {
    name: path.split(/[/\\]/).at(-1),
    sizeBytes: size,
    async read(start, end, into = new Uint8Array(end - start)) {
      const bytes = into.subarray(0, end - start);
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw new Error(`${path} became shorter while it was sent.`);
        at += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}

/** What a whole is declared with, and what its chunks are sent with. */
export interface Digests {
  /** In hexadecimal. */
  readonly sha256: string;
  /** The Content-Digest field of the piece from `start` to before `end`; undefined if the file was not cut like that. */
  of(start: number, end: number): string | undefined;
}

/**
 * Reads the content once for the digests of the whole and of its pieces. Those of the pieces are computed beside the one
 * of the whole, by a thread of their own wherever the runtime has one. `passed` is called with the number of bytes read.
 */
export async function digestsOf(
  { sizeBytes, read }: UploadSource,
  pieceBytes: number,
  passed: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<Digests> {
  const hash = sha256();
  const pieces: Promise<string>[] = [];
  // New memory for each piece costs more than to hash it, so there are two buffers: one is read into, the other hashed.
  const length = Math.min(pieceBytes, sizeBytes);
  const buffers: readonly [Bytes, Bytes] = [new Uint8Array(length), new Uint8Array(length)];
  const begun = (start: number) => {
    const bytes = read(start, Math.min(start + pieceBytes, sizeBytes), buffers[pieces.length % 2]);
    bytes.catch(() => undefined); // whoever takes the bytes learns of it
    return bytes;
  };
  for (let [at, coming] = [0, begun(0)]; at < sizeBytes; ) {
    const piece = await coming;
    signal?.throwIfAborted();
    at += piece.length;
    await pieces.at(-1); // its buffer is the next one
    pieces.push(contentDigest(piece));
    if (at < sizeBytes) coming = begun(at);
    hash.update(piece);
    passed(at);
  }
  const digests = await Promise.all(pieces);
  return {
    sha256: hash.hex(),
    of: (start, end) =>
      end === Math.min(start + pieceBytes, sizeBytes) ? digests[start / pieceBytes] : undefined,
  };
}

/** The Content-Digest field of a chunk (RFC 9530). */
export async function contentDigest(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`;
}
