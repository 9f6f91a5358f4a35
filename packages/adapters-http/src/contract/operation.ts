import type { UseCase } from '@chancery/core';
import { fileField, fileFormOf, permissionSentence, takesFile } from '@chancery/core/internal';
import { z } from 'zod';
import { exampleOf } from './example.ts';
import { permissionOf, securityOf } from './operation-access.ts';
import { failuresOf } from './operation-failures.ts';
import { answersOfFile, parametersOfFile } from './operation-file.ts';
import { type InputOnTheWire, inputOnTheWire, parametersOf } from './operation-parameters.ts';
import { headersNamed, headersOfSuccess } from './response-headers.ts';
import { type Route, takesIdempotencyKey } from './routes.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

/** The answer around the data of every success. */
export type Envelope = (data: JsonSchema) => JsonSchema;

interface Document {
  readonly book: SchemaBook;
  readonly envelope: Envelope;
}

interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;
}

/** One operation of the document: a route, and the whole contract of its use case. */
export function operationOf(route: Route, document: Document): JsonSchema {
  const { useCase, name, method, context, wire } = route;
  const input = inputOnTheWire(route, document.book.input(useCase.input));
  const idempotent = takesIdempotencyKey({ method, useCase });
  const parameters = [...parametersOf(input, route, idempotent, document.book), ...parametersOfFile(route)];
  const requestBody = requestBodyOf(route, input, document.book);
  const file = fileFormOf(useCase);
  const takesBytes = useCase.body !== undefined && !isForm(useCase);
  return {
    operationId: name,
    tags: [context],
    summary: useCase.summary,
    description: [useCase.description ?? '', permissionSentence(useCase)]
      .filter((text) => text !== '')
      .join(' '),
    security: securityOf(useCase),
    'x-chancery-permission': permissionOf(useCase),
    ...(useCase.cli?.columns === undefined ? {} : { 'x-chancery-columns': useCase.cli.columns }),
    ...(useCase.cli?.lists === undefined ? {} : { 'x-chancery-lists': useCase.cli.lists }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === null ? {} : { requestBody }),
    responses: {
      ...(file === null ? { [route.status]: successOf(route, document) } : answersOfFile(file)),
      ...failuresOf(route, idempotent, document.book),
    },
    'x-chancery': {
      kind: useCase.kind,
      idempotent,
      pagination: 'cursor' in input.properties && input.inQuery ? pluralOf(useCase) : null,
      ...(takesBytes ? { body: 'bytes' } : takesFile(useCase) ? { body: 'file' } : {}),
      ...(wire.forBrowsers ? { forBrowsers: true } : {}),
      ...(file === null ? {} : { binary: true }),
      ...(wire.saved ? { saved: wire.saved.by } : {}),
      ...commandLineOf(useCase),
    },
  };
}

/** The names that a use case declares for the command line; columns and lists stand beside the schema that they name. */
function commandLineOf({ cli }: UseCase) {
  const { command, aliases, example } = cli ?? {};
  if (command === undefined && aliases === undefined && example === undefined) return {};
  return {
    cli: {
      ...(command === undefined ? {} : { command }),
      aliases: aliases ?? [],
      ...(example === undefined ? {} : { example }),
    },
  };
}

const mediaTypeOfFields = (useCase: UseCase): string =>
  isForm(useCase)
    ? 'application/x-www-form-urlencoded'
    : takesFile(useCase)
      ? 'multipart/form-data'
      : 'application/json';

const isForm = ({ body }: UseCase): boolean => body?.form === 'fields';

/** The body of a request: bytes, or the input's fields that travel nowhere else; its schema has a name if it is the whole input. */
function requestBodyOf(
  { useCase, name, pathFields }: Route,
  { properties, required, rest, inQuery }: InputOnTheWire,
  book: SchemaBook,
): RequestBody | null {
  if (!inQuery && rest.length > 0) {
    const needed = rest.filter((field) => required.has(field));
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        ...Object.fromEntries(rest.map((field) => [field, properties[field] ?? {}])),
        ...(takesFile(useCase)
          ? { [fileField]: { type: 'string', format: 'binary', description: 'The file.' } }
          : {}),
      },
      ...(needed.length > 0 ? { required: needed } : {}),
      additionalProperties: false,
    };
    const isWhole = pathFields.length === 0;
    const ownName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const mediaType = mediaTypeOfFields(useCase);
    return {
      required: needed.length > 0,
      content: {
        [mediaType]: {
          schema: isWhole ? book.body(ownName, useCase.input, schema) : schema,
          // A file cannot be written down; everything else can.
          ...(takesFile(useCase) ? {} : { example: bodyExample(useCase, rest, schema, book) }),
        },
      },
    };
  }
  if (useCase.body === undefined || isForm(useCase)) return null;
  const { mediaTypes } = useCase.body;
  // OpenAPI 3.1: JSON Schema says nothing about bytes, so their schema is empty.
  const content = (mediaTypes.length > 0 ? mediaTypes : ['*/*']).map((type) => [type, {}]);
  return { required: true, content: Object.fromEntries(content) };
}

/** The fields of the input's own example that travel in the body; without one, what follows from the schema. */
function bodyExample(
  useCase: UseCase,
  rest: readonly string[],
  schema: JsonSchema,
  book: SchemaBook,
): unknown {
  const { examples: [seed] = [] } = (useCase.input.meta() ?? {}) as { readonly examples?: readonly object[] };
  if (seed === undefined) return exampleOf(schema, book);
  return Object.fromEntries(Object.entries(seed).filter(([name]) => rest.includes(name)));
}

function successOf({ useCase, wire, method }: Route, { book, envelope }: Document): JsonSchema {
  const declared = [
    ...Object.entries(wire.answers ?? {}).map(([header, { description }]) => [header, description]),
    ...(wire.setsCookie === undefined ? [] : [['Set-Cookie', `The cookie ${wire.setsCookie.name}.`]]),
  ];
  // The field that is set as a cookie is left out of the body.
  const answered =
    wire.setsCookie !== undefined && useCase.output instanceof z.ZodObject
      ? z.object(without(useCase.output.shape, wire.setsCookie.field))
      : useCase.output;
  return {
    description: 'Success',
    headers: {
      ...headersNamed(headersOfSuccess(useCase, takesIdempotencyKey({ method, useCase })), book),
      ...Object.fromEntries(
        declared.map(([header, description]) => [header, { description, schema: { type: 'string' } }]),
      ),
    },
    content: {
      'application/json': { schema: envelope(book.output(answered)) },
      ...(wire.page === undefined ? {} : { 'text/html': { schema: { type: 'string' } } }),
    },
  };
}

const without = (shape: z.ZodRawShape, field: string): z.ZodRawShape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => name !== field));

/** The one array of a list's answer, or the last of those that are declared. */
function pluralOf({ output, cli }: UseCase): string | null {
  const last = cli?.lists?.at(-1);
  if (last !== undefined) return last;
  const shape = output instanceof z.ZodObject ? output.shape : {};
  return Object.entries(shape).find(([, field]) => field instanceof z.ZodArray)?.[0] ?? null;
}
