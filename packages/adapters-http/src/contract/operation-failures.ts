import { refusalsOfGates, takesFile } from '@chancery/core/internal';
import { failureResponse } from './failure-responses.ts';
import { codesOfFile } from './operation-file.ts';
import type { Route } from './routes.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';
import { statusOfKind } from './statuses.ts';

type Code = readonly [status: number, code: string];

/** Statuses and codes of an operation: what the gates and the wire can refuse with, and the use case's own. */
export function failuresOf(
  route: Route,
  idempotent: boolean,
  book: SchemaBook,
): Readonly<Record<string, JsonSchema>> {
  const codes = new Map<number, Set<string>>();
  const all: readonly Code[] = [
    ...[...refusalsOfGates(route.useCase), ...(route.useCase.errors ?? [])].map(
      ({ kind, code }): Code => [statusOfKind[kind], code],
    ),
    ...codesOfBody(route),
    ...(idempotent ? codesOfKey : []),
    ...codesOfFile(route),
  ];
  for (const [status, code] of all) codes.set(status, (codes.get(status) ?? new Set()).add(code));
  return Object.fromEntries(
    [...codes]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => [status, failureResponse(status, [...names], book)]),
  );
}

const codesOfBody = ({ useCase, method }: Route): readonly Code[] =>
  method === 'GET'
    ? []
    : [
        ...(takesFile(useCase) ? codesOfIncomingFile : ([[400, 'request.malformed_json']] as const)),
        [413, 'request.too_large'],
        [415, 'request.media_type_not_supported'],
      ];

const codesOfIncomingFile: readonly Code[] = [
  [400, 'upload.file_missing'],
  [400, 'upload.too_many_files'],
  [400, 'upload.empty'],
  [413, 'upload.too_large'],
];

const codesOfKey: readonly Code[] = [
  [409, 'idempotency.in_flight'],
  [422, 'idempotency.key_reused'],
];
