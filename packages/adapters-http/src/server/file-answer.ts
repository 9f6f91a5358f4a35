import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BlobStore, dependencyUnavailable, versionConflict } from '@chancery/core';
import type { FileAnswer, MadeFile, StoredFile } from '@chancery/core/internal';
import { create as contentDisposition } from 'content-disposition';
import { send, type Trace, writeHead } from './answer.ts';
import { type Cut, Parts, pour, Withdrawn } from './byte-stream.ts';
import { namesStrongTag, namesTag } from './entity-tag.ts';
import { requestedRange } from './requested-range.ts';

export interface Sent {
  readonly status: number;
  readonly bytes: number;
  /** Who ended the answer before its time, and why if it was not the caller. */
  readonly cut?: Cut | null;
  readonly error?: unknown;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly trace: Trace;
}

/**
 * Sends the bytes of an answer, or 304 to a caller who has them. What fails before the first byte is thrown and answered
 * like any failure; what fails later cuts the connection (PLT-19).
 */
export async function sendFile(
  exchange: Exchange,
  file: FileAnswer,
  shared: Readonly<Record<string, string>>,
  blobs: BlobStore,
): Promise<Sent> {
  const { request, response, trace } = exchange;
  const { etag } = file;
  const headers = { ...shared, ...headersOf(file) };
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
  if (ifMatch !== undefined && !namesStrongTag(ifMatch, etag))
    throw versionConflict({ message: 'The file is another one by now; read it again.' });
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag)) {
    send(response, 304, '', trace, headers);
    return { status: 304, bytes: 0 };
  }
  return 'stored' in file ? sendStored(exchange, file, headers, blobs) : sendMade(exchange, file, headers);
}

async function sendMade(
  { request, response, trace }: Exchange,
  { content, delivering, sizeBytes }: MadeFile,
  shared: Readonly<Record<string, string>>,
): Promise<Sent> {
  const length = sizeBytes ?? null;
  const headers = { ...shared, ...(length === null ? {} : { 'Content-Length': String(length) }) };
  if (request.method !== 'HEAD') await delivering?.({ fromStart: true });
  if (typeof content === 'string' || content instanceof Uint8Array)
    return { status: 200, bytes: send(response, 200, content, trace, headers) };
  if (request.method === 'HEAD') {
    writeHead(response, 200, trace, headers);
    response.end();
    return { status: 200, bytes: 0 };
  }
  const parts = new Parts(content, goneOf(response));
  const first = await firstOf(parts);
  writeHead(response, 200, trace, headers);
  return { status: 200, ...(await pour(first, parts, response, length)) };
}

async function sendStored(
  { request, response, trace }: Exchange,
  { stored: { blobKey, sizeBytes, opened, isStillServed }, etag, delivering }: StoredFile,
  shared: Readonly<Record<string, string>>,
  blobs: BlobStore,
): Promise<Sent> {
  const range = requestedRange(request, sizeBytes, etag);
  const length = range === null ? sizeBytes : range.end - range.start;
  const status = range === null ? 200 : 206;
  const headers = {
    ...shared,
    'Accept-Ranges': 'bytes',
    'Content-Length': String(length),
    ...(range === null ? {} : { 'Content-Range': `bytes ${range.start}-${range.end - 1}/${sizeBytes}` }),
  };
  if (request.method === 'HEAD') {
    writeHead(response, status, trace, headers);
    response.end();
    return { status, bytes: 0 };
  }
  const gone = goneOf(response);
  const content = await (opened === undefined
    ? blobs.get(blobKey, range ?? undefined, gone)
    : opened(range ?? undefined, gone)
  ).catch(away);
  if (content === null) throw away(new Error('The blob store has lost an object that a row names'));
  const parts = new Parts(isStillServed === undefined ? content : watched(content, isStillServed), gone);
  const first = await firstOf(parts).catch(away);
  await delivered(parts, delivering, range === null || range.start === 0);
  writeHead(response, status, trace, headers);
  return { status, ...(await pour(first, parts, response, length)) };
}

const watchedEveryBytes = 1024 * 1024;
const watchedEveryMilliseconds = 10_000;

/**
 * The bytes for as long as they may be served: asked at every MiB, and of a slow caller every ten seconds, because an answer
 * may take hours.
 */
async function* watched(
  content: AsyncIterable<Uint8Array>,
  isStillServed: () => Promise<boolean>,
): AsyncIterable<Uint8Array> {
  let unwatched = 0;
  let watchedAt = performance.now();
  for await (const part of content) {
    unwatched += part.byteLength;
    if (unwatched >= watchedEveryBytes || performance.now() - watchedAt >= watchedEveryMilliseconds) {
      unwatched = 0;
      watchedAt = performance.now();
      if (!(await isStillServed())) throw new Withdrawn('The file may no longer be served');
    }
    yield part;
  }
}

/** Read before the head is sent, so that a source that cannot even begin is answered like any failure. */
async function firstOf(parts: Parts): Promise<Uint8Array | null> {
  try {
    return await parts.next();
  } catch (error) {
    parts.end();
    throw error;
  }
}

/** The store is read no further for a file that is not to be delivered. */
async function delivered(
  parts: Parts,
  delivering: StoredFile['delivering'],
  fromStart: boolean,
): Promise<void> {
  try {
    await delivering?.({ fromStart });
  } catch (error) {
    parts.end();
    throw error;
  }
}

const away = (cause: unknown): never => {
  throw dependencyUnavailable({ cause, retryAfterSeconds: 5 });
};

/** Aborted as soon as nobody reads the answer any more. */
function goneOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => gone.abort());
  return gone.signal;
}

function headersOf({ mediaType, fileName, disposition, etag, cacheControl, headers }: FileAnswer) {
  const type = disposition ?? (fileName === null ? null : 'attachment');
  return {
    ...headers,
    'Content-Type': mediaType,
    // A browser that shows the file lets it do nothing: no script, no form, no request.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    // RFC 6266: a plain name for old readers, the whole one beside it.
    ...(type === null ? {} : { 'Content-Disposition': contentDisposition(fileName ?? undefined, { type }) }),
    ...(etag === null ? {} : { ETag: `"${etag}"` }),
    ...(cacheControl === null ? {} : { 'Cache-Control': cacheControl }),
  };
}
