import { type FailureDetail, requestInvalid } from '../kernel/errors.ts';
import { mostDetails } from '../kernel/validation.ts';
import { isMark, type SigningField, type SigningFieldKind } from './field.ts';
import type { RoundDraft } from './round-draft.ts';
import type { Signer, SignerRole } from './signer.ts';
import type { FieldInput } from './signing-input.ts';

/** Where a field lies, once its anchor was found. */
export interface FieldPlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** Rounding must not refuse a field that ends at the edge. */
const tolerance = 1e-6;
const usualMaxLength = 500;
const usualFontSize = 10;
const written: readonly SigningFieldKind[] = ['date', 'text', 'name', 'email'];

interface Given {
  readonly input: FieldInput;
  readonly place: FieldPlace;
  readonly at: number;
}

/** The fields of the draft as they were given (SIG-2); each faulty one is named with its pointer. */
export function draftedFields(
  draft: Pick<RoundDraft, 'round' | 'signers' | 'known' | 'fields'>,
  inputs: readonly FieldInput[],
  places: readonly FieldPlace[],
  { pageCount, newId }: { readonly pageCount: number; readonly newId: () => string },
): readonly SigningField[] {
  const faults: FailureDetail[] = [];
  const seen = new Set<string>();
  const own = new Set(draft.fields.map(({ id }) => id));
  const fields = inputs.map((input, at) => {
    const place = places[at] ?? { page: 0, x: 0, y: 0 };
    const given = { input, place, at };
    const fault = (field: string, code: string, message: string) =>
      faults.push({ path: `/fields/${at}/${field}`, code, message });
    checkPlace(given, pageCount, fault);
    checkOptions(input, fault);
    const signer = signerOf(draft, input, fault);
    if (signer !== null && !mayFill(signer.role, input.kind))
      fault('kind', 'field.role_not_allowed', refusedRole(signer.role));
    if (input.id !== undefined && (!own.has(input.id) || seen.has(input.id)))
      fault('id', 'field.not_an_option', 'Give the id of a field of this round once, or leave it out.');
    if (input.id !== undefined) seen.add(input.id);
    return fieldOf(draft, given, { signerId: signer?.id ?? '', id: input.id ?? newId() });
  });
  if (faults.length > 0) throw requestInvalid({ details: faults.slice(0, mostDetails) });
  return fields;
}

type Fault = (field: string, code: string, message: string) => void;

function checkPlace({ input, place, at: _ }: Given, pageCount: number, fault: Fault): void {
  const from = input.anchor === undefined ? null : 'anchor';
  if (place.page < 1 || place.page > pageCount)
    fault(from ?? 'page', 'field.page_out_of_range', `Choose one of the ${pageCount} pages.`);
  const outside = 'Put the whole field inside of its page.';
  const isOut = (start: number, size: number) => start < -tolerance || start + size > 1 + tolerance;
  if (isOut(place.x, input.width)) fault(from ?? 'x', 'field.out_of_page', outside);
  if (isOut(place.y, input.height)) fault(from ?? 'y', 'field.out_of_page', outside);
}

/** Options that the kind of the field does not have. */
function checkOptions(input: FieldInput, fault: Fault): void {
  const { kind, defaultValue } = input;
  const not = (field: keyof FieldInput, isWrong: boolean) => {
    if (isWrong) fault(field, 'field.option_not_for_kind', `A field of kind ${kind} has no such option.`);
  };
  not('readOnly', input.readOnly && kind !== 'text' && kind !== 'checkbox');
  not('multiline', input.multiline && kind !== 'text');
  not('maxLength', input.maxLength != null && kind !== 'text');
  not('dateMode', input.dateMode != null && kind !== 'date');
  not('dateFormat', input.dateFormat != null && kind !== 'date');
  not('fontSize', input.fontSize != null && !written.includes(kind));
  not('defaultValue', defaultValue != null && !takesDefault(kind, defaultValue));
  if (typeof defaultValue === 'string' && kind === 'text') {
    if ([...defaultValue].length > (input.maxLength ?? usualMaxLength))
      fault('defaultValue', 'field.length', 'Give at most as many characters as maxLength says.');
    if (!input.multiline && defaultValue.includes('\n'))
      fault('defaultValue', 'field.characters', 'Give one line, or set multiline.');
  }
}

const takesDefault = (kind: SigningFieldKind, value: string | boolean): boolean =>
  kind === 'checkbox'
    ? typeof value === 'boolean'
    : typeof value === 'string' && ['text', 'name'].includes(kind);

/** Whoever gets a copy fills nothing, and whoever approves signs nothing. */
export const mayFill = (role: SignerRole, kind: SigningFieldKind): boolean =>
  role === 'signer' || (role === 'approver' && !isMark({ kind }));

const refusedRole = (role: SignerRole): string =>
  role === 'copy'
    ? 'Whoever gets a copy fills no fields; choose another person.'
    : 'Whoever approves leaves no signature; choose another kind or person.';

function signerOf(
  { signers, known }: Pick<RoundDraft, 'signers' | 'known'>,
  { signerId, signerKey }: FieldInput,
  fault: Fault,
): Signer | null {
  const isById = signerId !== undefined;
  const found = isById
    ? signers.find(({ id }) => id === (known.get(signerId) ?? signerId))
    : signers.find(({ key }) => key !== null && key === signerKey);
  if (found !== undefined && isById === (signerKey === undefined)) return found;
  fault(
    isById ? 'signerId' : 'signerKey',
    'field.signer_unknown',
    'Give either the id or the key of a person of this round.',
  );
  return null;
}

const between = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

function fieldOf(
  { round }: Pick<RoundDraft, 'round'>,
  { input, place }: Given,
  ids: Pick<SigningField, 'id' | 'signerId'>,
): SigningField {
  const { kind, width, height } = input;
  return {
    ...ids,
    documentId: round.documentId,
    roundId: round.id,
    kind,
    page: place.page,
    x: between(place.x, 1 - width),
    y: between(place.y, 1 - height),
    width,
    height,
    label: input.label || null,
    required: input.required ?? kind !== 'checkbox',
    readOnly: input.readOnly,
    defaultValue: input.defaultValue ?? null,
    maxLength: kind === 'text' ? (input.maxLength ?? usualMaxLength) : null,
    multiline: input.multiline,
    dateMode: kind === 'date' ? (input.dateMode ?? 'signed_on') : null,
    dateFormat: kind === 'date' ? (input.dateFormat ?? 'iso') : null,
    fontSize: written.includes(kind) ? (input.fontSize ?? usualFontSize) : null,
    value: null,
    completedAt: null,
    clientRef: input.clientRef || null,
  };
}

/** The fields that stay when people were set anew: those of people who are still there and whose role may fill them. */
export const keptFields = (
  fields: readonly SigningField[],
  signers: readonly Signer[],
): readonly SigningField[] => {
  const roles = new Map(signers.map(({ id, role }) => [id, role]));
  return fields.filter(({ signerId, kind }) => {
    const role = roles.get(signerId);
    return role !== undefined && mayFill(role, kind);
  });
};
