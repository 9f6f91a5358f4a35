import type { OperationField } from '@chancery/sdk/operations';
import { InvalidArgumentError } from 'commander';
import { readPairs } from './pairs.ts';

/** What a word on the command line means for a field. Throws InvalidArgumentError, which names the option. */
export function readField(field: OperationField, text: string): unknown {
  if (field.nullable && text === 'null') return null;
  if (field.values && !field.values.includes(text)) throw oneOf(field.values);
  return readTyped(field.type, text, field.keys);
}

/** The items that one word stands for: itself, several fixed values, or a JSON array. */
export function readItems({ items, nullable }: OperationField, text: string): unknown[] {
  if (nullable && text === 'null') return [];
  if (text.startsWith('[')) {
    const list = readJson(text);
    if (Array.isArray(list)) return list;
  }
  const values = items?.values;
  if (!values) return [readTyped(items?.type ?? 'any', text, items?.keys, items?.kinds)];
  const words = text.split(',');
  if (!words.every((word) => values.includes(word))) throw oneOf(values);
  return words;
}

function readTyped(
  type: OperationField['type'],
  text: string,
  keys: readonly string[] = [],
  kinds: NonNullable<OperationField['items']>['kinds'] = {},
): unknown {
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
      return keys.length > 0 && !text.startsWith('{') ? readPairs(keys, text, kinds) : readJson(text);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It is not valid JSON.');
  }
}

const oneOf = (values: readonly string[]) => new InvalidArgumentError(`Allowed: ${values.join(', ')}.`);
