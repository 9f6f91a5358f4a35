import type { UseCase } from '@chancery/core';
import { isScopeAccess } from '@chancery/core/internal';
import type { JsonSchema, SchemaBook } from './schema-book.ts';
import { versionedMembers } from './versioned-members.ts';

/** Each header that answers share, described once. */
const descriptions: Readonly<Record<string, readonly [description: string, schema: JsonSchema]>> = {
  'X-Request-Id': [
    'The id of this request; name it when you report a problem.',
    { type: 'string', format: 'uuid' },
  ],
  'X-Correlation-Id': [
    'The X-Correlation-Id that you sent, if it is a UUID; else the id of the request.',
    { type: 'string', format: 'uuid' },
  ],
  'Retry-After': ['How many seconds to wait before the next try.', { type: 'integer', minimum: 1 }],
  'WWW-Authenticate': ['Bearer; it says error="invalid_token" if a token was sent.', { type: 'string' }],
  ETag: ['The current version in quotation marks, such as "3"; send it as If-Match.', { type: 'string' }],
  'Content-Range': ['How many bytes the file has, such as bytes */4096.', { type: 'string' }],
  RateLimit: ['What is left for this API key: r requests within t seconds.', { type: 'string' }],
  'RateLimit-Policy': ['How much this API key may do: q requests in w seconds.', { type: 'string' }],
  'Idempotency-Replayed': [
    'true if this is the stored answer to an earlier request with the same idempotency key.',
    { type: 'string', const: 'true' },
  ],
};

/** References to shared headers of the document, by their names. */
export const headersNamed = (names: readonly string[], book: SchemaBook): JsonSchema =>
  Object.fromEntries(
    names.map((name) => {
      const declared = descriptions[name];
      if (declared === undefined) throw new TypeError(`${name} is no header that answers share`);
      const [description, schema] = declared;
      return [name, book.header(name, { description, schema })];
    }),
  );

/** The headers of a success that follow from the declaration alone. */
export const headersOfSuccess = (useCase: UseCase, idempotent: boolean): readonly string[] => [
  'X-Request-Id',
  'X-Correlation-Id',
  ...(versionedMembers(useCase.output).length > 0 ? ['ETag'] : []),
  ...(isScopeAccess(useCase.access) ? ['RateLimit', 'RateLimit-Policy'] : []),
  ...(idempotent ? ['Idempotency-Replayed'] : []),
];
