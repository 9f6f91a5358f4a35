import type { Client } from './client.ts';
import type { Download } from './download.ts';
import { ChanceryError, ConnectionError } from './errors.ts';
import type { GetDocumentContentInput } from './generated/documents.ts';
import { type IncrementalHash, sha256 } from './sha256.ts';

/** How it is asked for; what was not said has its default. */
interface Manner {
  readonly signal: AbortSignal | undefined;
  readonly maxRetries: number;
  readonly timeoutMs: number;
}
type Ask = (headers?: Record<string, string>) => Promise<Download>;

/** What is known of a file before its bytes have come. */
export interface DocumentFile {
  /** SHA-256 of the whole, in hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly fileName: string | null;
}

export interface DocumentDownload extends DocumentFile {
  /** The bytes from `offset` on. It goes on by itself over a broken line, and fails at its end if the digest is not right. */
  readonly stream: ReadableStream<Uint8Array>;
  /** How many bytes an earlier run had received. */
  readonly offset: number;
}

export interface DownloadDocumentOptions extends Pick<GetDocumentContentInput, 'variant'> {
  /** Gives the first bytes of this very file if an earlier run has kept them; only what follows them is sent again. */
  readonly received?: ((file: DocumentFile) => Promise<AsyncIterable<Uint8Array> | null>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How often in a row the line may break without a byte getting through. Default 8. */
  readonly maxRetries?: number | undefined;
  /** How long nothing may come before the line counts as broken. Default 30 seconds. */
  readonly timeoutMs?: number | undefined;
}

/** Downloads the content of a document. What has come is hashed on the way and compared with the digest that the service names. */
export async function downloadDocument(
  client: Client,
  documentId: string,
  { variant, received, signal, maxRetries = 8, timeoutMs = 30_000 }: DownloadDocumentOptions = {},
): Promise<DocumentDownload> {
  const manner = { signal, maxRetries, timeoutMs };
  const route = 'GET /api/v1/documents/{documentId}/content';
  const ask: Ask = (headers) => client.download(route, { documentId, variant }, { ...manner, headers });
  const { stream, mediaType, fileName, sizeBytes, etag } = await ask();
  const [, digest] = /"sha256-(\w+)"$/.exec(etag ?? '') ?? [];
  if (digest === undefined || sizeBytes === null)
    throw failure('malformed', 'The answer names no digest; check the base URL.');

  const file = { sha256: digest, sizeBytes, mediaType, fileName };
  const hash = sha256();
  let offset = 0;
  const kept = await received?.(file);
  if (kept) {
    await stream.cancel();
    for await (const part of kept) {
      hash.update(part);
      offset += part.length;
    }
  }
  return { ...file, offset, stream: restOf(file, { offset, hash, reader: stream.getReader() }, ask, manner) };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** What is behind the bytes that have been hashed: from where the reader stands, and from another answer when that breaks off. */
function restOf(
  { sha256, sizeBytes }: DocumentFile,
  begun: { readonly offset: number; readonly hash: IncrementalHash; readonly reader: Reader },
  ask: Ask,
  manner: Manner,
): ReadableStream<Uint8Array> {
  const { hash } = begun;
  let { offset, reader } = begun;
  let inVain = 0;
  async function pull(to: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      const part = await nextOf(reader, manner);
      if (part) {
        if (part.length > 0) inVain = 0;
        hash.update(part);
        offset += part.length;
        return to.enqueue(part);
      }
      if (offset >= sizeBytes) {
        if (hash.hex() === sha256) return to.close();
        throw failure('digest_mismatch', 'What came does not fit its digest; download it again.');
      }
      if (inVain > manner.maxRetries)
        throw new ConnectionError({ code: 'connection', message: 'The line breaks again and again.' });
      inVain += 1;
      const { response, stream } = await ask({ range: `bytes=${offset}-`, 'if-range': `"sha256-${sha256}"` });
      if (response.status !== 206)
        throw failure('changed', 'The document has other bytes now; download it again.');
      reader = stream.getReader();
    }
  }
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}

/** The next bytes; undefined if none are left, or none come any more. */
async function nextOf(reader: Reader, { signal, timeoutMs }: Manner): Promise<Uint8Array | undefined> {
  const silence = setTimeout(() => void reader.cancel().catch(() => undefined), timeoutMs);
  try {
    return (await reader.read()).value;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  } finally {
    clearTimeout(silence);
  }
}

const failure = (code: string, message: string) => new ChanceryError({ code: `download.${code}`, message });
