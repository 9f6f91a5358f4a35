import { type HeaderField, headersOf } from '@chancery/core/internal';
import { exampleOf } from './example.ts';
import type { Route } from './routes.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

/** Where each field of an input travels. */
export interface InputOnTheWire {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: ReadonlySet<string>;
  /** Fields that travel neither in the path nor in a header or a cookie: in the query of a GET, else in the body. */
  readonly rest: readonly string[];
  readonly inQuery: boolean;
  readonly headers: ReadonlyMap<string, HeaderField>;
}

/** A parameter of an operation: it travels in the path, the query, a header or a cookie. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** The field of the flat input that travels in this header; clients are told it by this name. */
  readonly 'x-chancery-field'?: string;
  readonly 'x-chancery-secret'?: true;
}

export function inputOnTheWire(
  { useCase, method, pathFields, wire }: Route,
  input: JsonSchema,
): InputOnTheWire {
  const properties = input.properties ?? {};
  const headers = headersOf(useCase.input);
  const elsewhere = new Set([
    ...pathFields,
    ...headers.keys(),
    ...Object.keys(wire.cookies ?? {}),
    ...(useCase.body === undefined || useCase.body.form === 'fields' ? [] : ['content']),
  ]);
  return {
    properties,
    required: new Set(input.required ?? []),
    rest: Object.keys(properties).filter((field) => !elsewhere.has(field)),
    inQuery: method === 'GET',
    headers,
  };
}

const idempotencyKey: Parameter = {
  name: 'X-Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The first outcome is kept for 24 hours and given again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The same as expectedVersion: "3".',
  schema: { type: 'string' },
};

/** What an operation takes beside its body: the fields of the input by their places, and the headers of every operation. */
export function parametersOf(
  { properties, required, rest, inQuery, headers }: InputOnTheWire,
  { pathFields, wire }: Route,
  idempotent: boolean,
  book: SchemaBook,
): readonly Parameter[] {
  const shown = (field: string, isRequired: boolean) =>
    // An example of a secret would only be taken for one.
    isRequired && headers.get(field)?.secret !== true
      ? { example: exampleOf(properties[field] ?? {}, book) }
      : {};
  const parameter = (field: string, place: string, isRequired: boolean, name = field): Parameter => ({
    name,
    in: place,
    required: isRequired,
    ...described(properties[field]),
    schema: plain(properties[field]),
    ...shown(field, isRequired),
  });
  const isNeeded = (field: string) => required.has(field) && properties[field]?.default === undefined;
  return [
    ...pathFields.map((field) => parameter(field, 'path', true)),
    ...(inQuery ? rest.map((field) => parameter(field, 'query', isNeeded(field))) : []),
    ...[...headers].map(([field, header]) => ({
      ...parameter(field, 'header', header.required || isNeeded(field), header.name),
      'x-chancery-field': field,
      ...(header.secret ? { 'x-chancery-secret': true as const } : {}),
    })),
    ...Object.entries(wire.cookies ?? {}).map(([field, cookie]) =>
      parameter(field, 'cookie', required.has(field), cookie),
    ),
    ...(idempotent ? [idempotencyKey] : []),
    ...(rest.includes('expectedVersion') ? [ifMatch] : []),
  ];
}

const described = (schema: JsonSchema | undefined) =>
  typeof schema?.description === 'string' ? { description: schema.description } : {};
const plain = (schema: JsonSchema | undefined): JsonSchema => {
  const { description: _, ...rest } = schema ?? {};
  return rest;
};
