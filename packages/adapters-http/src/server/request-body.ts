import type { IncomingMessage } from 'node:http';
import {
  type BytesBody,
  isFailure,
  mediaTypeNotSupported,
  requestInvalid,
  requestTooLarge,
} from '@chancery/core';
import { bodyCut, partsOf } from './streamed-body.ts';
import { mediaTypeOf, parseFormBody, parseJsonBody } from './text-body.ts';

/** A body that is read whole arrives within this; for one that is streamed see `partsOf`. */
const mostWholeMs = 60_000;
/** The largest chunk of an upload. */
const mostDrainedBytes = 64 * 1024 * 1024;
const mostDrainedMs = 5000;

/** The JSON object of a request, `{}` if there is no body (PLT-7). A host's own body parser may have read it before. */
export async function readJsonBody(
  request: IncomingMessage,
  mostBytes: number,
): Promise<Record<string, unknown>> {
  const parsed: unknown = 'body' in request ? request.body : undefined;
  const value =
    parsed === undefined
      ? parseJsonBody(await readBytes(request, mostBytes), request.headers['content-type'])
      : parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw requestInvalid({ details: [{ path: '', code: 'field.type', message: 'Send a JSON object.' }] });
  }
  return value as Record<string, unknown>;
}

/** The fields of a posted HTML form. */
export async function readFormBody(request: IncomingMessage, mostBytes: number): Promise<URLSearchParams> {
  const contentType = request.headers['content-type'];
  if (mediaTypeOf(contentType) !== 'application/x-www-form-urlencoded')
    throw mediaTypeNotSupported({ message: 'Send the body as application/x-www-form-urlencoded.' });
  const parsed: unknown = 'body' in request ? request.body : undefined;
  if (parsed === undefined) return parseFormBody(await readBytes(request, mostBytes), contentType);
  if (parsed instanceof Uint8Array) return parseFormBody(Buffer.from(parsed), contentType);
  // A host's own parser has read it: fields as text, or several of one name as a list.
  return new URLSearchParams(
    Object.entries(parsed ?? {}).flatMap(([name, value]) =>
      [value].flat().map((text): [string, string] => [name, String(text)]),
    ),
  );
}

/** A body that is bytes: as they arrive, or in one piece exactly as they were sent. */
export async function readBytesBody(
  request: IncomingMessage,
  { form, mediaTypes }: BytesBody,
  mostBytes: number,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  if (mediaTypes.length > 0 && !mediaTypes.includes(mediaTypeOf(request.headers['content-type'])))
    throw mediaTypeNotSupported({ message: `Send the body as ${mediaTypes.join(' or ')}.` });
  const parsed: unknown = 'body' in request ? request.body : undefined;
  // What a host's own parser has read is only the same bytes if it left them as such.
  if (parsed instanceof Uint8Array) return form === 'whole' ? parsed : onePart(parsed);
  if (parsed !== undefined)
    throw new TypeError('Mount the API before body parsers: this endpoint needs the bytes.');
  return form === 'whole' ? readBytes(request, mostBytes) : partsOf(request);
}

async function* onePart(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/**
 * Takes in what the sender of an answered request still sends, so that it reads the answer on a whole connection: one chunk
 * of an upload, or for 5 s; whoever goes on sending is cut off (PLT-32).
 */
export function drainUnread(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const cut = () => request.socket.destroy();
  const timer = setTimeout(cut, mostDrainedMs);
  let size = 0;
  // Whoever read the body and gave up in the middle of it would hold back the rest.
  request.removeAllListeners('data');
  request.on('data', (part: Uint8Array) => {
    size += part.byteLength;
    if (size > mostDrainedBytes) cut();
  });
  // After the end the connection is that of the next request.
  for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer));
  request.resume();
}

async function readBytes(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const parts: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => request.destroy(), mostWholeMs);
  try {
    // Leaving early leaves the connection open for the answer.
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > mostBytes) throw tooLarge(mostBytes);
      parts.push(part);
    }
  } catch (error) {
    throw isFailure(error) ? error : bodyCut(error);
  } finally {
    clearTimeout(timer);
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

const sizeInWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;

/** What comes after it is taken in when the refusal has been answered. */
const tooLarge = (mostBytes: number) =>
  requestTooLarge({ message: `Send a body of at most ${sizeInWords(mostBytes)}.` });
