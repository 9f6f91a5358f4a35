import { exampleValues } from '@chancery/core/internal';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

/**
 * A value that a schema accepts. Where a field is declared with `examples`, the first of them stands; the rest follows
 * from types, formats and bounds, so that no example is written by hand beside its schema.
 */
export function exampleOf(schema: JsonSchema, book: SchemaBook): unknown {
  const seed = (schema.examples as readonly unknown[] | undefined)?.[0];
  if (seed !== undefined) return seed;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (typeof schema.$ref === 'string')
    return exampleOf(book.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, book);
  const parts = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (parts !== undefined) return exampleOf(parts.find(({ type }) => type !== 'null') ?? {}, book);
  return ofType(schema, book);
}

function ofType(schema: JsonSchema, book: SchemaBook): unknown {
  switch (schema.type) {
    case 'object':
      return ofObject(schema, book);
    case 'array':
      return Number(schema.minItems ?? 0) === 0 ? [] : [exampleOf((schema.items ?? {}) as JsonSchema, book)];
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return ofText(schema);
  }
}

const ofFormat: Readonly<Record<string, string>> = {
  uuid: exampleValues.id,
  'date-time': exampleValues.happenedAt,
  date: exampleValues.happenedAt.slice(0, 10),
  email: exampleValues.email,
  uri: 'https://example.com/',
};

function ofText({ format, maxLength, minLength = 0 }: JsonSchema): string {
  const text = ofFormat[String(format)] ?? 'Example';
  return text.padEnd(Number(minLength), '.').slice(0, Number(maxLength ?? text.length + Number(minLength)));
}

/** What must be there; and of an object that asks for nothing its first field, so that the example does something. */
function ofObject({ properties = {}, required = [] }: JsonSchema, book: SchemaBook): unknown {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) && isWanted(properties[name]),
  );
  const first = Object.keys(properties).find((name) => name !== 'expectedVersion');
  return Object.fromEntries(
    (names.length > 0 || first === undefined ? names : [first]).map((name) => [
      name,
      exampleOf(properties[name] ?? {}, book),
    ]),
  );
}

/** What has a default need not be said. */
const isWanted = (schema: JsonSchema | undefined): boolean => schema?.default === undefined;
