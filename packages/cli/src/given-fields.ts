import { readFile } from 'node:fs/promises';
import type { Operation } from '@chancery/sdk/operations';
import { UsageError } from './exit-codes.ts';
import { type FieldOption, nothing } from './field-options.ts';
import { readField } from './field-values.ts';
import type { Surroundings } from './surroundings.ts';

export type Input = Readonly<Record<string, unknown>>;

/** The fields given as flags, laid over those that came as JSON; a flag with a dot changes one field of a field. */
export function withFlags(
  input: Input,
  options: readonly FieldOption[],
  values: Readonly<Record<string, unknown>>,
): Input {
  let whole = input;
  const flagged = new Set<string>();
  for (const { field, path, option } of options) {
    const value = values[option.attributeName()];
    if (value === undefined || field.secret) continue;
    const name = path.join('.');
    const before = flagged.has(name) ? valueAt(whole, path) : undefined;
    flagged.add(name);
    // An array may have been given under both its names; a boolean's two flags share one value.
    const meant =
      Array.isArray(before) && Array.isArray(value)
        ? [...before, ...value]
        : value === nothing
          ? null
          : value;
    whole = withValue(whole, path, meant);
  }
  return whole;
}

export const valueAt = (input: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isInput(at) ? at[name] : undefined), input);

export function withValue(input: Input, [name = '', ...rest]: readonly string[], value: unknown): Input {
  if (rest.length === 0) return { ...input, [name]: value };
  const inner = input[name];
  return { ...input, [name]: withValue(isInput(inner) ? inner : {}, rest, value) };
}

const isInput = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function positionalGiven(
  { positional, fields }: Operation,
  values: readonly (string | undefined)[],
): Input {
  const given = positional.flatMap((name, index) => {
    const field = fields.find((each) => each.name === name);
    const text = values[index];
    return field && text !== undefined ? [[name, readField(field, text)] as const] : [];
  });
  return Object.fromEntries(given);
}

/** The fields of a JSON file, or of standard input for `-`. */
export async function readInput(
  file: string | undefined,
  { readInput: standard }: Pick<Surroundings, 'readInput'>,
): Promise<Input> {
  if (file === undefined) return {};
  const text = await (file === '-' ? standard() : readFile(file, 'utf8')).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  try {
    const body: unknown = JSON.parse(text);
    if (isInput(body)) return body;
  } catch {
    // Refused below, together with JSON that is no object.
  }
  throw new UsageError(`${file === '-' ? 'Standard input' : file} is not a JSON object.`);
}
