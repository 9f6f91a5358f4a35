import type { Operation, OperationField } from '@chancery/sdk/operations';
import { commandPathOf } from './command-names.ts';
import { flagOf } from './field-options.ts';
import { variableOf } from './help-examples.ts';
import { kebabCase } from './names.ts';

/** Command lines that show an operation at work: with what it needs, and with what people want of it most. */
export function examplesOf(operation: Operation): readonly string[] {
  const { fields, positional, list, pagination, binary } = operation;
  const needed = neededFields(operation);
  const start = ['chancery', ...commandPathOf(operation), ...positional.map(variableOf)];
  const line = (...more: readonly string[]) =>
    [...start, ...needed.flatMap((field) => flagWith(field, [field.name])), ...more].join(' ');
  const inner = nestedExample(fields);
  return [
    line(...(binary ? ['--output', fileOf(operation)] : [])),
    ...(needed.length === 0 && positional.length > 0 && isChange(operation)
      ? changeExample(operation, line)
      : []),
    ...(inner === null ? [] : [line(...inner)]),
    ...(list?.columns ? [line('--columns', list.columns.slice(0, 2).join(','))] : []),
    ...(pagination ? [line('--all', '--json')] : []),
  ];
}

/** What has to be given, and what a new thing is called even where that may be left out. */
function neededFields({ fields, positional, method }: Operation): OperationField[] {
  const given = fields.filter(({ name, secret }) => !secret && !positional.includes(name));
  const label = given.find(
    ({ name, in: place }) => place === 'body' && ['title', 'name', 'email'].includes(name),
  );
  return given.filter((field) => field.required || (method === 'POST' && field === label));
}

const isChange = ({ method }: Operation) => method === 'PATCH' || method === 'PUT';

/** A change of nothing shows nothing, so one of the fields is given. */
function changeExample({ fields }: Operation, line: (...more: readonly string[]) => string): string[] {
  const field = fields.find(
    (each) => each.in === 'body' && !each.secret && each.type !== 'object' && each.name !== 'expectedVersion',
  );
  return field ? [line(...flagWith(field, [field.name]))] : [];
}

/** The first field of a field, as a flag with a dot. */
function nestedExample(fields: readonly OperationField[]): readonly string[] | null {
  for (const field of fields) {
    const inner = field.properties?.find(
      ({ type, secret }) => type !== 'object' && type !== 'any' && !secret,
    );
    if (inner && !field.required) return flagWith(inner, [field.name, inner.name]);
  }
  return null;
}

function flagWith(field: OperationField, path: readonly string[]): string[] {
  const flag = `--${flagOf(path.join('.'))}`;
  return field.type === 'boolean' ? [flag] : [flag, quoted(exampleValueOf(field))];
}

/**
 * A value for an example: the one that the contract declares, else one of those allowed, else one by the kind of the
 * field.
 */
export function exampleValueOf(field: OperationField): string {
  const { example, values, items, type, name } = field;
  if (example !== undefined) return written(example, type);
  const [value = items?.values?.[0]] = values ?? [];
  if (value !== undefined) return value;
  if (type === 'array')
    return items?.keys?.length ? pairsOf(items.keys) : ofKind(items?.type ?? 'string', name, field.format);
  return ofKind(type, name, field.format);
}

/** Of an array one item is shown: the flag is repeated for more. */
function written(example: unknown, type: OperationField['type']): string {
  const shown: unknown = type === 'array' && Array.isArray(example) ? example[0] : example;
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

const pairsOf = (keys: readonly string[]) =>
  keys
    .slice(0, 2)
    .map((key) => `${key}=${ofKind('string', key)}`)
    .join(',');

function ofKind(type: OperationField['type'], name: string, format?: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return '1';
    case 'boolean':
      return 'true';
    case 'object':
      return '{}';
    default:
      return textFor(name, format);
  }
}

function textFor(name: string, format?: string): string {
  if (format === 'date-time' || /(At|^from|^to)$/.test(name)) return '2027-06-03T09:00:00Z';
  if (format === 'date' || /(Date|On)$/.test(name)) return '2027-06-03';
  if (format === 'email' || /email$/i.test(name)) return 'ada@example.com';
  if (format === 'uri' || /url$/i.test(name)) return 'https://example.com';
  if (/Ids?$/.test(name)) return variableOf(name.replace(/s$/, ''));
  const words = kebabCase(name).replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function fileOf({ path }: Operation): string {
  const last = path.split('/').at(-1) ?? '';
  return /^\w+\.[a-z]+$/.test(last) ? last : 'answer.bin';
}

/** For a shell; a variable keeps its meaning. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./$-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
