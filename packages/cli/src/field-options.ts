import type { Operation, OperationField } from '@chancery/sdk/operations';
import { InvalidArgumentError, Option } from 'commander';
import { kebabCase, singular } from './names.ts';

const reserved = new Set(
  'json,quiet,profile,base-url,api-key,timeout,color,idempotency-key,all,input,output,help,version'.split(
    ',',
  ),
);

/** The flag of a field. One that would be taken for a flag of every command, or for a negation, is `--field-…`. */
export function flagOf(name: string): string {
  const flag = kebabCase(name);
  return reserved.has(flag) || flag.startsWith('no-') ? `field-${flag}` : flag;
}

/** Stands for null while commander holds the value: it would make an empty text of it. */
export const nothing = Symbol('null');

export interface FieldOption {
  readonly field: OperationField;
  readonly option: Option;
}

/** The options of a command, one or two for each field that is not in the path. */
export function fieldOptions({ fields, file }: Operation): FieldOption[] {
  const flags = new Set(fields.map(({ name }) => flagOf(name)));
  return fields
    .filter((field) => field.in !== 'path')
    .flatMap((field) => {
      const flag = flagOf(field.name);
      if (field.type === 'boolean')
        return [`--${flag}`, `--no-${flag}`].map((each) => booleanOption(field, each));
      const single = flagOf(singular(field.name));
      if (field.name === file) return [{ field, option: new Option(`--${flag} <path>`, describe(field)) }];
      const short =
        field.type === 'array' && !flags.has(single) ? [valueOption(field, single).hideHelp()] : [];
      return [valueOption(field, flag), ...short].map((option) => ({ field, option }));
    });
}

function booleanOption(field: OperationField, flag: string): FieldOption {
  const option = new Option(flag, describe(field));
  return { field, option: flag.startsWith('--no-') ? option.hideHelp() : option };
}

function valueOption(field: OperationField, flag: string): Option {
  const placeholder = field.type === 'array' ? (field.items?.type ?? 'any') : field.type;
  const option = new Option(`--${flag} <${placeholders[placeholder]}>`, describe(field));
  const values = field.values ?? field.items?.values;
  if (values) option.choices([...values]);
  return option.argParser<unknown>((text, previous) =>
    field.type === 'array'
      ? [...(Array.isArray(previous) ? previous : []), ...readItems(field, text)]
      : (readField(field, text) ?? nothing),
  );
}

const placeholders = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'true|false',
  object: 'json',
  array: 'json',
  any: 'json',
};

function describe(field: OperationField): string {
  const parts = [field.description];
  const keys = field.keys ?? field.items?.keys;
  if (field.type === 'array') parts.push('Repeatable.');
  if (keys?.length) parts.push(`JSON, or ${keys.map((key) => `${key}=…`).join(',')}.`);
  if (field.default !== undefined && field.default !== null)
    parts.push(`Default: ${JSON.stringify(field.default)}.`);
  if (field.required) parts.push('(required)');
  return parts.filter(Boolean).join(' ');
}

/** What a word on the command line means for a field. Throws InvalidArgumentError, which names the option. */
export function readField(field: OperationField, text: string): unknown {
  if (field.nullable && text === 'null') return null;
  if (field.values && !field.values.includes(text)) throw oneOf(field.values);
  return readTyped(field.type, text, field.keys);
}

function readItems({ items, nullable }: OperationField, text: string): unknown[] {
  if (nullable && text === 'null') return [];
  if (text.startsWith('[')) {
    const list = readJson(text);
    if (Array.isArray(list)) return list;
  }
  const values = items?.values;
  if (!values) return [readTyped(items?.type ?? 'any', text, items?.keys)];
  const words = text.split(',');
  if (!words.every((word) => values.includes(word))) throw oneOf(values);
  return words;
}

function readTyped(type: OperationField['type'], text: string, keys: readonly string[] = []): unknown {
  switch (type) {
    case 'string':
      return text;
    case 'integer':
      if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
      return Number(text);
    case 'number':
      if (text.trim() === '' || Number.isNaN(Number(text)))
        throw new InvalidArgumentError('It must be a number.');
      return Number(text);
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
      return text === 'true';
    case 'any':
      return /^[[{"\d-]|^(true|false|null)$/.test(text) ? readJson(text) : text;
    default:
      return keys.length > 0 && !text.startsWith('{') ? readPairs(keys, text) : readJson(text);
  }
}

/** `email=a@b.example,displayName=Byron, Ada`: a comma separates only if a known key follows. */
function readPairs(keys: readonly string[], text: string): Record<string, string> {
  const pairs = text.split(new RegExp(`,(?=(?:${keys.join('|')})=)`));
  const read = pairs.map((pair) => {
    const at = pair.indexOf('=');
    const key = pair.slice(0, Math.max(at, 0));
    if (!keys.includes(key))
      throw new InvalidArgumentError(`Write it as ${keys.map((each) => `${each}=…`).join(',')}.`);
    return [key, pair.slice(at + 1)] as const;
  });
  return Object.fromEntries(read);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It is not valid JSON.');
  }
}

const oneOf = (values: readonly string[]) => new InvalidArgumentError(`Allowed: ${values.join(', ')}.`);
