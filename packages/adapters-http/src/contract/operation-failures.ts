import { type FailureType, malformedJson, mediaTypeNotSupported, requestTooLarge } from '@chancery/core';
import { refusalsOf, takesFile } from '@chancery/core/internal';
import { failureResponse } from './failure-responses.ts';
import { refusalsOfFile } from './operation-file.ts';
import type { Route } from './routes.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';
import { statusOfKind } from './statuses.ts';

/** Statuses and codes of an operation: what the gates and the wire can refuse with, and the use case's own. */
export function failuresOf(
  route: Route,
  idempotent: boolean,
  book: SchemaBook,
): Readonly<Record<string, JsonSchema>> {
  const codes = new Map<number, Set<string>>();
  const all = [...refusalsOf(route.useCase, idempotent), ...refusalsOfBody(route), ...refusalsOfFile(route)];
  for (const { kind, code } of all) {
    const status = statusOfKind[kind];
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...codes]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => [status, failureResponse(status, [...names], book)]),
  );
}

const refusalsOfBody = ({ useCase, method }: Route): readonly FailureType[] =>
  method === 'GET'
    ? []
    : [...(takesFile(useCase) ? [] : [malformedJson]), requestTooLarge, mediaTypeNotSupported];
