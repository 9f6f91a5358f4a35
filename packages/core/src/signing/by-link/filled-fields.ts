import type { FailureDetail } from '../../kernel/errors.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import { isMark, type SigningField } from '../field.ts';
import type { Signer } from '../signer.ts';
import type { Completion } from './completion-input.ts';

/** All values together (SIG-31), in code points. */
export const mostCodePoints = 200_000;
const usualTextLength = 500;
const mostNameLength = 200;
const lengthOf = (text: string) => [...text].length;

/** What a person's fields are filled with beside what the person sends. */
export interface Filling {
  readonly signer: Pick<Signer, 'id' | 'name' | 'email'>;
  /** The date of this completion where the signer is (SIG-15). */
  readonly on: PlainDate;
  readonly at: Instant;
  readonly hasSignature: boolean;
  readonly hasInitials: boolean;
}

export interface Filled {
  /** The person's own fields that are filled now. */
  readonly fields: readonly SigningField[];
  readonly faults: readonly FailureDetail[];
}

/**
 * The fields of a person after completing (SIG-14, SIG-15), or what is wrong with the values. `fields` are all fields of the
 * round. What is not sent keeps what it began with.
 */
export function filledFields(
  given: Completion['fields'],
  fields: readonly SigningField[],
  filling: Filling,
): Filled {
  const own = new Map(
    fields.filter(({ signerId }) => signerId === filling.signer.id).map((field) => [field.id, field]),
  );
  const faults: FailureDetail[] = [];
  const values = new Map<string, string | boolean>();
  for (const [index, { fieldId, value }] of given.entries()) {
    const fault = faultOf(own.get(fieldId), values.has(fieldId), value);
    if (fault === null) values.set(fieldId, value);
    else faults.push({ ...fault, path: `/fields/${index}/${fault.path}` });
  }
  const total = given.reduce((sum, { value }) => sum + (value === `${value}` ? lengthOf(value) : 0), 0);
  if (total > mostCodePoints)
    faults.push({
      path: '/fields',
      code: 'field.value_invalid',
      message: `Give at most ${mostCodePoints} characters in all fields together.`,
    });
  const filled = [...own.values()].map((field) => ({ ...field, value: filledValue(field, values, filling) }));
  const named = new Set(given.map(({ fieldId }) => fieldId));
  // What was sent and is wrong is named once, as that.
  faults.push(...filled.filter((field) => isMissing(field) && !isWrong(field, named, values)).map(missing));
  return {
    fields: filled
      .filter((field) => isFilled(field, filling))
      .map((field) => ({ ...field, completedAt: filling.at })),
    faults,
  };
}

const wrong = (message: string) => ({ path: 'value', code: 'field.value_invalid', message });

/** What is wrong with this value for this field; null if nothing is. `path` is within the entry. */
function faultOf(
  field: SigningField | undefined,
  isRepeated: boolean,
  value: string | boolean,
): FailureDetail | null {
  if (field === undefined)
    return { path: 'fieldId', code: 'field.not_yours', message: 'Name one of your own fields.' };
  if (isRepeated) return wrong('Give one value for each field.');
  if (isMark(field)) return wrong('Send it as signature or initials, and leave this field out.');
  const isFixed = field.kind === 'email' || (field.kind === 'date' && field.dateMode !== 'entered');
  if (isFixed || field.readOnly) return wrong('The value of this field is given; leave it out.');
  if (field.kind === 'checkbox') return checkboxFault(field, value);
  if (typeof value === 'boolean') return wrong('Give a text.');
  if (field.kind === 'date')
    return value === '' || isDate(value) ? null : wrong('Give a date such as 2026-05-04.');
  return textFault(field, value);
}

function checkboxFault({ required }: SigningField, value: string | boolean): FailureDetail | null {
  if (typeof value !== 'boolean') return wrong('Give true or false.');
  return required && !value ? wrong('This box must be ticked to go on.') : null;
}

function textFault({ kind, multiline, maxLength }: SigningField, value: string): FailureDetail | null {
  const most = kind === 'name' ? mostNameLength : (maxLength ?? usualTextLength);
  if (lengthOf(value) > most) return wrong(`Give at most ${most} characters.`);
  if (!multiline && value.includes('\n')) return wrong('Give one line.');
  return null;
}

function isDate(value: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value) || value.startsWith('0000')) return false;
  const at = Date.parse(`${value}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}

/** What the field holds after completing; null for nothing, and for marks, of which no value is taken. */
function filledValue(
  field: SigningField,
  values: ReadonlyMap<string, string | boolean>,
  { signer, on }: Filling,
): string | boolean | null {
  if (field.kind === 'email') return signer.email;
  if (field.kind === 'date' && field.dateMode !== 'entered') return on;
  const value = values.get(field.id) ?? field.defaultValue;
  if (field.kind === 'name') return value === null || value === '' ? signer.name : value;
  if (field.kind === 'checkbox') return value === true;
  return value === '' ? null : value;
}

/** Marks are looked at elsewhere; a value that the sender gave for good is never asked of the person. */
const isMissing = (field: SigningField): boolean =>
  field.required && !field.readOnly && !isMark(field) && (field.value === null || field.value === false);

const isWrong = (
  { id }: SigningField,
  named: ReadonlySet<string>,
  values: ReadonlyMap<string, string | boolean>,
): boolean => named.has(id) && !values.has(id);

const missing = ({ id, label }: SigningField): FailureDetail => ({
  path: '/fields',
  code: 'field.required_missing',
  message: `Fill the required field ${label ?? id}.`,
});

const isFilled = (field: SigningField, { hasSignature, hasInitials }: Filling): boolean => {
  if (field.kind === 'signature') return hasSignature;
  if (field.kind === 'initials') return hasInitials;
  return field.value !== null;
};
