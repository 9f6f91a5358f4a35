import type { Operation, OperationField } from '@chancery/sdk/operations';
import { isBearer } from './bearer-fields.ts';
import { commandPathOf } from './command-names.ts';
import { flagOf, isOfPairs, singularFlag } from './field-options.ts';
import { variableOf } from './help-examples.ts';
import { writtenPairs } from './pairs.ts';

interface Given {
  readonly field: OperationField;
  readonly path: readonly string[];
}

/** Command lines that show an operation at work: with what it needs, and with what people want of it most. */
export function examplesOf(operation: Operation): readonly string[] {
  const { positional, list, pagination, binary, saved } = operation;
  const start = ['chancery', ...commandPathOf(operation), ...positional.map(variableOf)];
  const needed = [...neededFields(operation), ...changedFields(operation)];
  const bearer = bearerFlag(operation);
  const line = (...more: readonly string[]) =>
    [...start, ...needed.flatMap((given) => flagWith(given, operation)), ...bearer, ...more].join(' ');
  const inner = nestedField(operation, needed);
  return [
    line(...(binary || saved ? ['--output', fileOf(operation)] : [])),
    ...(inner === null ? [] : [line(...flagWith(inner, operation))]),
    ...(list?.columns ? [line('--columns', list.columns.slice(0, 2).join(','))] : []),
    ...(pagination ? [line('--all', '--json')] : []),
  ];
}

/** Where nobody signs in, a link opens the call: its flag says that it is asked for. */
const bearerFlag = ({ credentials, fields }: Operation): readonly string[] =>
  credentials.length === 0 ? fields.filter(isBearer).map(({ name }) => `--${flagOf(name)}`) : [];

/** What has to be given, what is declared, and what a new thing is called even where that may be left out. */
function neededFields({ fields, positional, method, example }: Operation): Given[] {
  const open = fields.filter(({ name, secret }) => !secret && !positional.includes(name));
  const label = open.find(
    ({ name, type, in: place }) =>
      place === 'body' && type !== 'object' && type !== 'any' && ['title', 'name', 'email'].includes(name),
  );
  const isGiven = (field: OperationField) =>
    field.required || field.name in (example ?? {}) || (method === 'POST' && field === label);
  return open.filter(isGiven).flatMap((field) => withoutJson(field, example?.[field.name]));
}

/** The needed fields of a field, each by a flag of its own. */
function withoutJson(field: OperationField, declared: unknown): Given[] {
  const properties = field.properties ?? [];
  const required = properties.filter((each) => each.required);
  const inner =
    required.length > 0 ? required : properties.filter(({ name }) => partOf(declared, name) !== undefined);
  return inner.length > 0
    ? inner.map((each) => ({ field: each, path: [field.name, each.name] }))
    : [{ field, path: [field.name] }];
}

/** A change of nothing shows nothing, so one of the fields is given if none is declared, and the version that was read. */
function changedFields({ method, fields, example = {} }: Operation): Given[] {
  if (method !== 'PATCH') return [];
  const body = fields.filter(({ in: place, secret }) => place === 'body' && !secret);
  const simple = body.filter(({ type, required }) => type !== 'object' && type !== 'any' && !required);
  const isDeclared = body.some(({ name }) => name in example);
  const [first] = isDeclared ? [] : simple.filter(({ name }) => name !== 'expectedVersion');
  const version = body.filter(({ name, required }) => name === 'expectedVersion' && !required);
  return [...(first ? [first] : []), ...version].map((field) => ({ field, path: [field.name] }));
}

/** The first field of a field that may be left out, as a flag with a dot; not one that others have to come with. */
function nestedField({ fields }: Operation, needed: readonly Given[]): Given | null {
  for (const field of fields.filter(({ required }) => !required)) {
    const inner = field.properties?.find(
      ({ type, secret }) => type !== 'object' && type !== 'any' && !secret,
    );
    if (field.properties?.some((other) => other.required && other !== inner)) continue;
    if (inner && !needed.some(({ path }) => path[0] === field.name))
      return { field: inner, path: [field.name, inner.name] };
  }
  return null;
}

/** A part of an example that is an object; undefined if it has none of this name. */
const partOf = (example: unknown, name: string): unknown =>
  typeof example === 'object' && example !== null ? new Map(Object.entries(example)).get(name) : undefined;

function flagWith({ field, path }: Given, { example, fields }: Operation): string[] {
  const declared = path.reduce<unknown>(partOf, example);
  if (isOfPairs(field)) return things(field, path, declared ?? field.example, fields);
  const flag = `--${flagOf(path.join('.'))}`;
  if (field.type === 'boolean') return [flag];
  return [flag, quoted(declared === undefined ? exampleValueOf(field) : written(declared, field.type))];
}

/** Things of a list: a flag for each, with its parts as pairs where those can say it. */
function things(
  field: OperationField,
  path: readonly string[],
  example: unknown,
  fields: readonly OperationField[],
): string[] {
  const taken = new Set(fields.map(({ name }) => flagOf(name)));
  const flag = `--${singularFlag(path, taken) ?? flagOf(path.join('.'))}`;
  const shown: readonly unknown[] = Array.isArray(example) ? example : [exampleValueOf(field)];
  return shown.flatMap((each) => {
    const pairs =
      typeof each === 'object' && each !== null ? writtenPairs(field.items?.keys ?? [], each) : String(each);
    return [flag, quoted(pairs ?? JSON.stringify(each))];
  });
}

/** The value that the contract declares, else one of those allowed, else a variable of the shell to put one into. */
function exampleValueOf({ example, values, items, type, name, minimum }: OperationField): string {
  if (example !== undefined) return written(example, type);
  const [value = items?.values?.[0]] = values ?? [];
  if (value !== undefined) return value;
  return type === 'integer' || type === 'number' ? String(Math.max(minimum ?? 1, 1)) : variableOf(name);
}

/** Of an array one item is shown: the flag is repeated for more. */
function written(example: unknown, type: OperationField['type']): string {
  const shown: unknown = type === 'array' && Array.isArray(example) ? example[0] : example;
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

function fileOf({ path, saved }: Operation): string {
  const last = path.split('/').at(-1) ?? '';
  if (saved !== undefined) return `${last}.json`;
  return /^\w+\.[a-z]+$/.test(last) ? last : 'answer.bin';
}

/** For a shell; a variable keeps its meaning. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./$-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
