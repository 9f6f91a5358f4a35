import {
  authRequired,
  dependencyUnavailable,
  type FailureType,
  idempotencyInFlight,
  idempotencyKeyReused,
  linkGone,
  mediaTypeNotSupported,
  memberNotFound,
  permissionDenied,
  rangeNotSatisfiable,
  rateLimited,
  requestInvalid,
  requestTooLarge,
  versionConflict,
} from '@chancery/core';
import { exampleValues } from '@chancery/core/internal';
import { headersNamed } from './response-headers.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

/** What one status says of a request, the same for every operation: a shared response of the document. */
interface FailureResponse {
  readonly name: string;
  readonly description: string;
  /** What a caller can do. */
  readonly remedy: string;
  /** One of the failures with this status, as its example. */
  readonly example: FailureType;
  readonly headers?: readonly string[];
}

const responses: Readonly<Record<number, FailureResponse>> = {
  400: {
    name: 'InvalidRequest',
    description: 'The request does not have the form that is asked for; `details` names each field.',
    remedy: 'Correct the fields in `details`.',
    example: requestInvalid,
  },
  401: {
    name: 'NotAuthenticated',
    description: 'There is no credential, or it is unknown, expired or revoked.',
    remedy: 'Refresh the session or sign in again; for an API key, get a new one.',
    example: authRequired,
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The credential is good, but it does not allow this.',
    remedy: 'Ask an owner or admin, or prove again who you are.',
    example: permissionDenied,
  },
  404: {
    name: 'NotFound',
    description:
      'It does not exist, belongs to another workspace or is not visible to you; the three look the same.',
    remedy: 'Check the id.',
    example: memberNotFound,
  },
  409: {
    name: 'Conflict',
    description: 'The state of the thing does not allow this, or it would exist twice.',
    remedy: 'Read the thing again.',
    example: idempotencyInFlight,
    headers: ['Retry-After'],
  },
  410: {
    name: 'Gone',
    description: 'The link or the session once worked, and does not any more.',
    remedy: 'Ask for a new one.',
    example: linkGone,
  },
  412: {
    name: 'VersionConflict',
    description: 'Somebody changed it since you read it.',
    remedy: 'Read it again and repeat the change on the current version.',
    example: versionConflict,
    headers: ['ETag'],
  },
  413: {
    name: 'TooLarge',
    description: 'The body or the file is too large.',
    remedy: 'Send less.',
    example: requestTooLarge,
  },
  415: {
    name: 'TypeNotAccepted',
    description: 'The body is not of a type that is accepted here.',
    remedy: 'Send another type.',
    example: mediaTypeNotSupported,
  },
  416: {
    name: 'RangeNotSatisfiable',
    description: 'The file has no such range of bytes.',
    remedy: 'Ask for a range inside the file; `Content-Range` says how long it is.',
    example: rangeNotSatisfiable,
    headers: ['Content-Range'],
  },
  422: {
    name: 'KeyReused',
    description: 'The idempotency key was sent before with another request.',
    remedy: 'Use a new key.',
    example: idempotencyKeyReused,
  },
  429: {
    name: 'TooManyRequests',
    description: 'There were too many requests; `Retry-After` says how many seconds to wait.',
    remedy: 'Wait as long as that.',
    example: rateLimited,
    headers: ['Retry-After'],
  },
  503: {
    name: 'Unavailable',
    description: 'Something that the service needs is away for the moment.',
    remedy: 'Try again shortly.',
    example: dependencyUnavailable,
    headers: ['Retry-After'],
  },
};

/** What each status of a failure means and asks for, for the chapter about errors. */
export const tableOfStatuses = (): string =>
  [
    '| Status | Meaning | What to do |',
    '| --- | --- | --- |',
    ...Object.entries(responses).map(
      ([status, { description, remedy }]) => `| ${status} | ${description} | ${remedy} |`,
    ),
  ].join('\n');

/** The answer of an operation with this status: the shared response, and the codes that this operation gives. */
export function failureResponse(status: number, codes: readonly string[], book: SchemaBook): JsonSchema {
  const shared = responses[status];
  if (shared === undefined) throw new TypeError(`${status} is the status of no failure`);
  return {
    ...book.response(shared.name, {
      description: shared.description,
      headers: headersNamed(['X-Request-Id', 'X-Correlation-Id', ...(shared.headers ?? [])], book),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Failure' },
          example: { success: false, error: errorOf(shared), meta: exampleMeta },
        },
      },
    }),
    description: codes.join(', '),
  };
}

const errorOf = ({ example: { code, message }, headers = [] }: FailureResponse): JsonSchema => ({
  code,
  message,
  ...(code === requestInvalid.code ? { details: [exampleDetail] } : {}),
  ...(headers.includes('Retry-After') ? { retryAfterSeconds: 12 } : {}),
});

const exampleDetail = { path: '/body/title', code: 'field.required', message: 'Give this field.' };

export const exampleMeta = {
  requestId: '0197c0de-0000-7000-8000-000000000001',
  correlationId: '0197c0de-0000-7000-8000-000000000001',
  timestamp: exampleValues.happenedAt,
};
