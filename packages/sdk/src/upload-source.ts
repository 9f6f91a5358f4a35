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
  read(start: number, end: number): Promise<Bytes>;
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
export async function sourceOf(content: UploadContent): Promise<UploadSource> {
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
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
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

const hashedAtOnce = 4 * 1024 * 1024;

/** SHA-256 of the whole, in hexadecimal; `passed` is called with the number of bytes read. */
export async function hashOf(
  source: UploadSource,
  passed: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<string> {
  const hash = sha256();
  for (let at = 0; at < source.sizeBytes; ) {
    signal?.throwIfAborted();
    const part = await source.read(at, Math.min(at + hashedAtOnce, source.sizeBytes));
    hash.update(part);
    at += part.length;
    passed(at);
  }
  return hash.hex();
}

/** The Content-Digest field of a chunk (RFC 9530). */
export async function contentDigest(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`;
}
