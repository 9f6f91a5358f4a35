import type { z } from 'zod';
import { WrittenRows } from '../kernel/written-rows.ts';

/** Leaves of a value what its schema names, and nothing else, in the order in which it is. The value itself if there is nothing to leave out. */
export type Projection = (value: unknown) => unknown;

const compiled = new WeakMap<object, Projection>();

/**
 * The projection of an output schema, compiled once. Answers are made by Chancery itself, so what a schema says of the
 * values is a promise that the tests hold; what stands between a row and a caller at run time is the list of fields.
 * If a schema does more than name fields (unions of objects, transforms), it parses.
 */
export function projectionOf(schema: z.ZodType): Projection {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

const whole: Projection = (value) => value;
const scalars: ReadonlySet<string> = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'enum',
  'literal',
  'null',
]);

/** The part of zod's definitions that is read here. */
interface Definition {
  readonly type: string;
  readonly checks?: readonly unknown[];
  readonly catchall?: unknown;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly coerce?: boolean;
}

function compile(schema: z.ZodType): Projection {
  const definition = schema.def as unknown as Definition;
  if (scalars.has(definition.type) && definition.coerce !== true) return whole;
  if (definition.type === 'nullable' && definition.innerType !== undefined) {
    const inner = projectionOf(definition.innerType);
    return inner === whole ? whole : (value) => (value === null ? null : inner(value));
  }
  if (definition.type === 'optional' && definition.innerType !== undefined) {
    const inner = projectionOf(definition.innerType);
    return inner === whole ? whole : (value) => (value === undefined ? undefined : inner(value));
  }
  // Nothing is left out of a union of plain values, nor of a record of such under whatever names.
  if (definition.type === 'union' && definition.options?.every(isWhole)) return whole;
  if (
    definition.type === 'record' &&
    definition.keyType?.def.type === 'string' &&
    isWhole(definition.valueType)
  )
    return whole;
  if (definition.type === 'array' && definition.element !== undefined) return ofArray(definition.element);
  if (definition.type === 'object' && definition.shape !== undefined && definition.catchall === undefined)
    return ofObject(definition.shape);
  return (value) => schema.parse(value);
}

const isWhole = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined && projectionOf(schema) === whole;

function ofArray(schema: z.ZodType): Projection {
  const element = projectionOf(schema);
  if (element === whole) return whole;
  return (value) => {
    // What was written by this declaration has its fields and no others.
    if (value instanceof WrittenRows && value.view === schema) return value;
    const list = (value instanceof WrittenRows ? value.toJSON() : value) as readonly unknown[];
    let copy: unknown[] | null = null;
    for (let i = 0; i < list.length; i += 1) {
      const projected = element(list[i]);
      if (copy === null && projected !== list[i]) copy = list.slice(0, i);
      copy?.push(projected);
    }
    return copy ?? list;
  };
}

function ofObject(shape: Readonly<Record<string, z.ZodType>>): Projection {
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, projectionOf(schema)]));
  const deep = [...fields].filter(([, projection]) => projection !== whole);
  return (value) => {
    const given = value as Readonly<Record<string, unknown>>;
    let exact = true;
    for (const name in given)
      if (!fields.has(name)) {
        exact = false;
        break;
      }
    const changed: Record<string, unknown> = {};
    for (const [name, projection] of deep) {
      const projected = projection(given[name]);
      changed[name] = projected;
      if (projected !== given[name]) exact = false;
    }
    if (exact) return value;
    const copy: Record<string, unknown> = {};
    for (const name in given) {
      const field = name in changed ? changed[name] : given[name];
      if (fields.has(name) && field !== undefined) copy[name] = field;
    }
    return copy;
  };
}
