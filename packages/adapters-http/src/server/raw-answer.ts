import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawAnswer } from '@chancery/core/internal';
import { send, type Trace } from './answer.ts';
import { namesTag } from './entity-tag.ts';

/** A file as it is, or 304 if the caller has it. */
export function sendRaw(
  request: IncomingMessage,
  response: ServerResponse,
  data: unknown,
  trace: Trace,
  shared: Readonly<Record<string, string>>,
): { readonly status: number; readonly bytes: number } {
  // The declaration of the endpoint says that it is one.
  const { mediaType, fileName, content, etag, cacheControl } = data as RawAnswer;
  const headers = {
    ...shared,
    'Content-Type': mediaType,
    ...(fileName === null ? {} : { 'Content-Disposition': dispositionOf(fileName) }),
    ...(etag === null ? {} : { ETag: `"${etag}"` }),
    ...(cacheControl === null ? {} : { 'Cache-Control': cacheControl }),
  };
  if (etag !== null && namesTag(request.headers['if-none-match'], etag)) {
    send(response, 304, '', trace, headers);
    return { status: 304, bytes: 0 };
  }
  return { status: 200, bytes: send(response, 200, content, trace, headers) };
}

/** RFC 6266: a plain name for old readers, the whole one beside it. */
function dispositionOf(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === fileName
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
