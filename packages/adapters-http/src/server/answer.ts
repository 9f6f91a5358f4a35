import type { ServerResponse } from 'node:http';
import { type Clock, type Failure, type FailureDetail, isFailure, unexpectedFailure } from '@chancery/core';
import { inGerman, jsonOf } from '@chancery/core/internal';
import type { InputFields } from '../contract/input-fields.ts';
import { statusOfKind } from '../contract/statuses.ts';
import type { PageLanguage } from '../pages/page-language.ts';

export interface Trace {
  readonly requestId: string;
  readonly correlationId: string;
}

/** Headers of every answer of the API: nothing of it is cached, framed, sniffed or run. */
const fixedHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

export function send(
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  trace: Trace,
  headers: Readonly<Record<string, string>> = {},
): number {
  const length = Buffer.byteLength(body);
  // An answer that says "as before" has no body, and no length to say.
  writeHead(
    response,
    status,
    trace,
    status === 304 ? headers : { ...headers, 'Content-Length': String(length) },
  );
  response.end(body);
  return length;
}

/** The head of an answer whose body follows, or does not. */
export function writeHead(
  response: ServerResponse,
  status: number,
  { requestId, correlationId }: Trace,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    ...fixedHeaders,
    'X-Request-Id': requestId,
    'X-Correlation-Id': correlationId,
    ...headers,
  });
}

const metaOf = ({ requestId, correlationId }: Trace, clock: Clock): string =>
  JSON.stringify({ requestId, correlationId, timestamp: clock.now() });

export const successBody = (data: unknown, trace: Trace, clock: Clock): string =>
  `{"success":true,"data":${jsonOf(data)},"meta":${metaOf(trace, clock)}}`;

export interface FailureAnswer {
  readonly status: number;
  readonly failure: Failure;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Who reads a failure: what they asked for, and in which language they read. */
export interface FailureReader {
  /** Where the fields of the request travel; null if it was for no endpoint. */
  readonly fields: InputFields | null;
  readonly language: PageLanguage;
}

/** What a caller reads of an error. Anything undeclared is one sentence without a trace of its cause. */
export function failureAnswer(
  error: unknown,
  trace: Trace,
  clock: Clock,
  tokenSent: boolean,
  { fields, language }: FailureReader = { fields: null, language: 'en' },
): FailureAnswer {
  const failure = isFailure(error) ? error : unexpectedFailure({ cause: error });
  const status = statusOfKind[failure.kind];
  // What is wrong with a field people read, on the form where they typed it; any other sentence is for whoever wrote the program.
  const said = (message: string) => (language === 'de' ? (inGerman(message) ?? message) : message);
  const details = failure.details.map((detail) => ({
    ...placed(detail, fields),
    message: said(detail.message),
  }));
  const body = JSON.stringify({
    code: failure.code,
    message: failure.kind === 'invalid' ? said(failure.message) : failure.message,
    ...(details.length > 0 ? { details } : {}),
    ...(failure.retryAfterSeconds === null ? {} : { retryAfterSeconds: failure.retryAfterSeconds }),
  });
  return {
    status,
    failure,
    body: `{"success":false,"error":${body},"meta":${metaOf(trace, clock)}}`,
    headers: {
      ...(failure.retryAfterSeconds === null
        ? {}
        : { 'Retry-After': String(Math.max(1, Math.ceil(failure.retryAfterSeconds))) }),
      ...(status === 401
        ? { 'WWW-Authenticate': tokenSent ? 'Bearer error="invalid_token"' : 'Bearer' }
        : {}),
      ...(failure.currentVersion === null ? {} : { ETag: `"${failure.currentVersion}"` }),
      ...(failure.sizeBytes === null ? {} : { 'Content-Range': `bytes */${failure.sizeBytes}` }),
      ...('replayed' in failure ? { 'Idempotency-Replayed': 'true' } : {}),
    },
  };
}

/** The core speaks of fields; on the wire a field stands in the path, the query or the body. */
function placed(detail: FailureDetail, fields: InputFields | null): FailureDetail {
  if (fields === null || /^\/(?:body|query|path|header)\//.test(detail.path)) return detail;
  const field = detail.path.split('/')[1] ?? '';
  if (fields.path.includes(field)) return { ...detail, path: `/path${detail.path}` };
  const header = fields.headers.get(field)?.header;
  if (header !== undefined) return { ...detail, path: `/header/${header}` };
  if (fields.cookies.has(field)) return { ...detail, path: '/header/cookie' };
  if (!fields.takesBody) return { ...detail, path: detail.path === '' ? '' : `/query${detail.path}` };
  return {
    ...detail,
    path: detail.path === '' && detail.code.includes('.') === false ? '' : `/body${detail.path}`,
  };
}
