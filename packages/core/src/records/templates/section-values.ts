import { isStreamSafe } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { hasForbiddenMarkup } from './markup.ts';
import { isWriting, longestOfKind, type SectionDefinition, type SectionValue } from './section.ts';

const mostChosen = 50;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|[\ud800-\udfff]/u;

/** A value as it is stored: the same for every way of writing it. Throws for one that the section cannot have (REC-52). */
export function checkedValue(definition: SectionDefinition, value: unknown, path: string): SectionValue {
  if (value === null) return null;
  if (isWriting(definition.kind)) return checkedWriting(definition, definition.kind, value, path);
  if (definition.kind === 'number') return checkedNumber(definition, value, path);
  if (definition.kind === 'boolean') {
    if (typeof value !== 'boolean') throw invalidField(path, 'field.type', 'Give true or false.');
    return value;
  }
  if (definition.kind === 'date') return checkedDate(value, path);
  if (definition.kind === 'choice') return checkedChoice(definition, value, path);
  return checkedChoices(definition, value, path);
}

function checkedWriting(
  { minLength, maxLength }: SectionDefinition,
  kind: 'text' | 'markdown',
  value: unknown,
  path: string,
): string {
  if (typeof value !== 'string') throw invalidField(path, 'field.type', 'Give a text.');
  const [least, most] = [minLength ?? 0, maxLength ?? longestOfKind[kind]];
  const wrong = () => invalidField(path, 'field.length', `Give ${least} to ${most} characters.`);
  if (value.length > most * 4 + 64) throw wrong();
  if (!isStreamSafe(value))
    throw invalidField(path, 'field.characters', 'Put at most 30 combining marks in a row.');
  const written = value.replaceAll('\r\n', '\n').normalize('NFC');
  const length = [...written].length;
  if (length < least || length > most) throw wrong();
  if (control.test(written))
    throw invalidField(path, 'field.characters', 'Remove control characters and unpaired surrogates.');
  if (kind === 'markdown' && hasForbiddenMarkup(written))
    throw invalidField(
      path,
      'markup_not_allowed',
      'Leave out HTML and links that begin with javascript: or data:.',
    );
  return written;
}

function checkedNumber({ min, max }: SectionDefinition, value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalidField(path, 'field.type', 'Give a number.');
  if ((min !== null && value < min) || (max !== null && value > max))
    throw invalidField(path, 'field.out_of_range', 'Give a number within the bounds of the template.');
  // There is one zero in canonical JSON.
  return value === 0 ? 0 : value;
}

function checkedDate(value: unknown, path: string): string {
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !value.startsWith('0000');
  const parsed = isDate ? Date.parse(`${value}T00:00:00.000Z`) : Number.NaN;
  if (!isDate || Number.isNaN(parsed) || new Date(parsed).toISOString().slice(0, 10) !== value)
    throw invalidField(path, 'field.invalid', 'Give a date such as 2026-05-04.');
  return value;
}

function checkedChoice({ options }: SectionDefinition, value: unknown, path: string): string {
  if (typeof value !== 'string' || !options.some((option) => option.value === value))
    throw invalidField(path, 'field.not_an_option', 'Give one of the options of the template.');
  return value;
}

function checkedChoices(definition: SectionDefinition, value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value)) throw invalidField(path, 'field.type', 'Give a list.');
  if (value.length > mostChosen) throw invalidField(path, 'field.out_of_range', 'Give at most 50 options.');
  if (new Set(value).size < value.length)
    throw invalidField(path, 'field.duplicate', 'Name each of them once.');
  return value.map((each) => checkedChoice(definition, each, path));
}

/** Whether something was written there: only then a required section is filled. */
export const isFilled = (value: SectionValue): boolean =>
  value !== null &&
  (typeof value !== 'string' || value.trim() !== '') &&
  !(Array.isArray(value) && value.length === 0);
