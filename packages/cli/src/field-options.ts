import type { Operation, OperationField } from '@chancery/sdk/operations';
import { Option } from 'commander';
import { aboutBearer, isBearer } from './bearer-fields.ts';
import { readField, readItems } from './field-values.ts';
import { keysHint } from './keys-hint.ts';
import { kebabCase, singular } from './names.ts';

const reserved = new Set(
  'json,quiet,profile,base-url,api-key,timeout,color,idempotency-key,all,input,output,columns,help,version'.split(
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
  /** Where its value belongs in the input: `['settings', 'locale']` for `--settings.locale`. */
  readonly path: readonly string[];
  readonly option: Option;
}

/** Yes or no, shown with both its flags. */
const reversible = new WeakSet<Option>();

/** Asked for unseen, so no value is shown. */
const asked = new WeakSet<Option>();

/** How the help shows a flag. */
export const termOf = (option: Option): string =>
  reversible.has(option)
    ? option.flags.replace(/^--/, '--[no-]')
    : asked.has(option)
      ? `${option.long}`
      : option.flags;

/** The options of a command: one or two for each field that is not in the path, and those of a field's own fields. */
export function fieldOptions({ fields, file }: Operation): FieldOption[] {
  const flags = new Set(fields.map(({ name }) => flagOf(name)));
  return fields
    .filter((field) => field.in !== 'path')
    .flatMap((field) =>
      field.name === file
        ? [{ field, path: [field.name], option: pathOption(field) }]
        : optionsOf(field, [field.name], flags),
    );
}

/** Whether its items are things that can be written as `name=value` pairs. */
export const isOfPairs = ({ type, items }: OperationField): boolean =>
  type === 'array' && items?.type === 'object' && (items.keys ?? []).length > 0;

/** The flag for one item of a list; null if another field has it, or if it would be the same. */
export function singularFlag(path: readonly string[], taken: ReadonlySet<string>): string | null {
  const whole = path.join('.');
  const single = flagOf(singular(whole));
  return single === flagOf(whole) || taken.has(single) ? null : single;
}

const pathOption = (field: OperationField) => new Option(`--${flagOf(field.name)} <path>`, describe(field));

function optionsOf(
  field: OperationField,
  path: readonly string[],
  taken: ReadonlySet<string>,
  hasMethod = false,
): FieldOption[] {
  const flag = flagOf(path.join('.'));
  const as = (option: Option) => ({ field, path, option });
  if (field.secret) return [as(secretOption(field, flag, hasMethod))];
  if (field.type === 'boolean') return booleanOptions(field, flag).map(as);
  if (field.type === 'array') {
    const single = singularFlag(path, taken);
    if (single === null) return [as(valueOption(field, flag))];
    const [one, all] = [valueOption(field, single), valueOption(field, flag)];
    // Things are written one after the other, each with its parts; of words several fit behind one flag.
    return [isOfPairs(field) ? all.hideHelp() : all, isOfPairs(field) ? one : one.hideHelp()].map(as);
  }
  const inner = field.properties ?? [];
  const withMethod = inner.some(({ name }) => name === 'method');
  return [
    as(valueOption(field, flag)),
    ...inner.flatMap((each) =>
      optionsOf({ ...each, required: false }, [...path, each.name], taken, withMethod),
    ),
  ];
}

/** A secret has no place on a command line, where others can see it; the flag says that it is to be asked for. */
function secretOption(field: OperationField, flag: string, hasMethod: boolean): Option {
  const when = field.required
    ? 'Always'
    : hasMethod
      ? 'Where the method needs it, or given without a value:'
      : 'Given without a value:';
  const how = `${when} asked for at the terminal, or read as a line of standard input.`;
  const description = isBearer(field) ? aboutBearer : field.description;
  const option = new Option(`--${flag} [null]`, [description, how].filter(Boolean).join(' '));
  asked.add(option);
  return option;
}

function booleanOptions(field: OperationField, flag: string): Option[] {
  const option = new Option(`--${flag}`, describe(field));
  reversible.add(option);
  return [option, new Option(`--no-${flag}`, describe(field)).hideHelp()];
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

function pairsHint(keys: readonly string[], items: OperationField['items']): string {
  const shown = keys.slice(0, 2).map((key) => `${key}=…`);
  return `JSON, or pairs such as ${shown.join(',')}; keys: ${keysHint(keys, items)}.`;
}

function describe(field: OperationField): string {
  const parts = [field.description];
  const keys = field.keys ?? field.items?.keys;
  if (field.type === 'array') parts.push('Repeatable.');
  if (field.properties?.length) parts.push('As JSON, or field by field with the flags below.');
  else if (keys?.length) parts.push(pairsHint(keys, field.items));
  if (field.default !== undefined && field.default !== null)
    parts.push(`Default: ${JSON.stringify(field.default)}.`);
  if (field.required) parts.push('(required)');
  return parts.filter(Boolean).join(' ');
}
