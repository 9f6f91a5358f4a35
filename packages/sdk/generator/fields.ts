import type { FieldType, OperationField } from '../src/operation.ts';
import { type OpenApiDocument, resolve, type Schema } from './openapi.ts';

/** The fields of a body, those of its parts and variants among them. */
export function bodyFields(document: OpenApiDocument, body: Schema | null): OperationField[] {
  if (!body) return [];
  const schema = resolve<Schema>(document, body);
  const variants = schema.anyOf ?? schema.oneOf;
  const parts = schema.allOf ?? variants ?? [];
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(document, name, 'body', property, schema.required?.includes(name) === true),
  );
  // Of a union, each field is optional here: which go together is for the service to say.
  const inherited = parts.flatMap((part) => bodyFields(document, part));
  const fields = [...own, ...inherited.map((field) => (variants ? { ...field, required: false } : field))];
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/** One field of the input, with what is needed to ask for it, to read it and to show it. */
export function fieldOf(
  document: OpenApiDocument,
  name: string,
  place: OperationField['in'],
  given: Schema | undefined,
  required: boolean,
  description = given?.description,
): OperationField {
  const shape = shapeOf(document, given ?? {});
  const items = typeof shape.schema.items === 'object' ? shapeOf(document, shape.schema.items) : null;
  const keys = textKeys(document, shape.schema);
  const pairs = items === null ? {} : pairsOf(document, items.schema);
  const otherKinds = Object.entries(pairs).filter(([, { type }]) => type !== 'string');
  const choices = Object.entries(pairs).filter(([, { values: allowed }]) => allowed.length > 0);
  const example =
    given?.examples?.[0] ?? given?.example ?? shape.schema.examples?.[0] ?? shape.schema.example;
  const properties = shape.type === 'object' ? bodyFields(document, shape.schema) : [];
  return {
    name,
    in: place,
    type: shape.type,
    required,
    nullable: shape.nullable,
    description: description ?? shape.schema.description ?? '',
    ...(isSecret(given, shape) && { secret: true }),
    ...(example !== undefined && { example }),
    ...(shape.schema.format !== undefined && { format: shape.schema.format }),
    ...(shape.schema.minimum !== undefined && { minimum: shape.schema.minimum }),
    ...(shape.values.length > 0 && { values: shape.values }),
    ...(given?.default !== undefined && { default: given.default }),
    ...(keys.length > 0 && { keys }),
    ...(properties.length > 0 && { properties }),
    ...(items && {
      items: {
        type: items.type,
        ...(items.values.length > 0 && { values: items.values }),
        ...(Object.keys(pairs).length > 0 && { keys: Object.keys(pairs) }),
        ...(otherKinds.length > 0 && {
          kinds: Object.fromEntries(otherKinds.map(([key, { type }]) => [key, type])),
        }),
        ...(choices.length > 0 && {
          choices: Object.fromEntries(choices.map(([key, { values: allowed }]) => [key, allowed])),
        }),
      },
    }),
  };
}

/** Whether the contract says of the value that it opens something. */
const isSecret = (given: Schema | undefined, { schema }: Shape): boolean =>
  given?.writeOnly === true || schema.writeOnly === true;

interface Shape {
  readonly schema: Schema;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly values: readonly string[];
}

/** The one type behind references and nullability; `any` if there are several. */
function shapeOf(document: OpenApiDocument, given: Schema): Shape {
  const schema = resolve<Schema>(document, given);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) {
    const shapes = union.map((each) => shapeOf(document, each));
    const real = shapes.filter(({ schema: each }) => each.type !== 'null');
    const nullable = real.length < shapes.length || real.some((each) => each.nullable);
    const [only] = real;
    if (only && real.length === 1) return { ...only, nullable };
    const types = new Set(real.map(({ type }) => type));
    return {
      schema: {},
      type: types.size === 1 ? (only?.type ?? 'any') : 'any',
      nullable,
      values: real.flatMap((each) => each.values),
    };
  }
  const types = (typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])).filter(
    (type) => type !== 'null',
  );
  const values = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter(
    (value) => value !== null,
  );
  const inferred =
    types[0] ?? (values.every((value) => typeof value === 'string') && values.length > 0 ? 'string' : 'any');
  return {
    schema,
    // JSON Schema has no types beyond these and `null`, which is filtered out above.
    type: types.length > 1 ? 'any' : (inferred as FieldType),
    nullable: Array.isArray(schema.type) && schema.type.includes('null'),
    values: values.map(String),
  };
}

/** The field names of an object that is written as text alone; none if it has a field of another type. */
function textKeys(document: OpenApiDocument, schema: Schema): string[] {
  const properties = Object.entries(schema.properties ?? {});
  const isText = ([, property]: readonly [string, Schema]) => shapeOf(document, property).type === 'string';
  return properties.every(isText) ? properties.map(([name]) => name) : [];
}

interface Pair {
  readonly type: FieldType;
  /** The only values that it takes, or that a list of it takes; none if it takes others. */
  readonly values: readonly string[];
}

/**
 * The fields of an item that can be written as `name=value` pairs, each with its type and its values; none if one that is
 * needed cannot be.
 */
function pairsOf(document: OpenApiDocument, schema: Schema): Readonly<Record<string, Pair>> {
  const kinds = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const shape = shapeOf(document, property);
    const { items } = shape.schema;
    const isList = shape.type === 'array' && typeof items === 'object';
    const inner = isList ? shapeOf(document, items) : shape;
    const canBeWritten = isList ? inner.type === 'string' : !['array', 'object', 'any'].includes(shape.type);
    return { name, type: shape.type, values: inner.values, canBeWritten };
  });
  const isNeeded = (name: string) => schema.required?.includes(name) === true;
  if (kinds.some(({ name, canBeWritten }) => !canBeWritten && isNeeded(name))) return {};
  return Object.fromEntries(
    kinds.filter((kind) => kind.canBeWritten).map(({ name, type, values }) => [name, { type, values }]),
  );
}
