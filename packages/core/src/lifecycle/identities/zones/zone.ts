import type { PlainDate } from '../../../kernel/time.ts';
import { type CheckedDigit, checkedDigit } from './check-digits.ts';
import { isKnownState, specimenState } from './issuing-states.ts';
import { birthDateOf, expiryDateOf } from './zone-dates.ts';
import {
  charactersAt,
  digitBehind,
  formatOf,
  type ZoneFormat,
  type ZoneLayout,
  zoneLayouts,
} from './zone-formats.ts';

/** What a zone says about a document and its holder. */
export interface ZoneFields {
  readonly documentCode: string;
  readonly issuingState: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly documentNumber: string;
  readonly nationality: string;
  /** With `XX` for a month or a day that is not known; null if none of it is, or if there is no such day. */
  readonly birthDate: string | null;
  readonly sex: 'F' | 'M' | 'X';
  readonly expiryDate: PlainDate | null;
  readonly optionalData: string;
  readonly optionalData2?: string;
}

/** A machine readable zone that was taken apart. */
export interface Zone {
  readonly format: ZoneFormat;
  readonly fields: ZoneFields;
  readonly checks: readonly CheckedDigit[];
  /** Codes in the order of the alphabet. */
  readonly findings: readonly string[];
  /** Which part of the name did not fit into its field. */
  readonly truncated: 'surname' | 'givenNames' | null;
}

function withoutFillers(characters: string): string {
  let end = characters.length;
  while (characters.charAt(end - 1) === '<') end -= 1;
  return characters.slice(0, end);
}
const asText = (characters: string): string =>
  characters
    .split('<')
    .filter((word) => word !== '')
    .join(' ');

/** The zone in these lines as it is read on a day; null if they have no format (IDV-2). */
export function zoneIn(lines: readonly string[], asOf: PlainDate): Zone | null {
  const format = formatOf(lines);
  if (format === null) return null;
  const layout = zoneLayouts[format];
  const number = numberIn(lines, layout);
  const { surname, givenNames, truncated } = namesIn(charactersAt(lines, layout.names));
  const birth = birthDateOf(charactersAt(lines, layout.birthDate), asOf);
  const expiry = expiryDateOf(charactersAt(lines, layout.expiryDate), asOf);
  const states = [layout.issuingState, layout.nationality].map((place) =>
    withoutFillers(charactersAt(lines, place)),
  );
  const [issuingState = '', nationality = ''] = states;
  const checks = checksOf(lines, layout, number);
  const sex = charactersAt(lines, layout.sex);
  return {
    format,
    fields: {
      documentCode: withoutFillers(charactersAt(lines, layout.documentCode)),
      issuingState,
      surname,
      givenNames,
      documentNumber: withoutFillers(number.characters),
      nationality,
      birthDate: birth.date,
      sex: sex === 'F' || sex === 'M' ? sex : 'X',
      expiryDate: expiry.date,
      optionalData: withoutFillers(number.optionalData),
      ...(layout.optionalData2 && {
        optionalData2: withoutFillers(charactersAt(lines, layout.optionalData2)),
      }),
    },
    checks,
    findings: [
      ...checks.filter(({ ok }) => !ok).map(({ name }) => `check_digit_mismatch:${name}`),
      ...(birth.isImpossible ? ['invalid_date:birthDate'] : []),
      ...(expiry.isImpossible ? ['invalid_date:expiryDate'] : []),
      ...(truncated === null ? [] : ['name_truncated']),
      ...(states.includes(specimenState) ? ['specimen'] : []),
      ...(states.every(isKnownState) ? [] : ['unknown_state']),
    ].sort(),
    truncated,
  };
}

function namesIn(field: string): Pick<ZoneFields, 'surname' | 'givenNames'> & Pick<Zone, 'truncated'> {
  const at = field.indexOf('<<');
  const [surname, givenNames] = at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 2)];
  const isFull = !field.endsWith('<');
  return {
    surname: asText(surname),
    givenNames: asText(givenNames),
    truncated: isFull ? (at < 0 ? 'surname' : 'givenNames') : null,
  };
}

interface ReadNumber {
  readonly characters: string;
  readonly digit: string;
  readonly optionalData: string;
}

/** The number; where its digit is a filler it goes on in the optional field, up to its own digit and a filler. */
function numberIn(lines: readonly string[], layout: ZoneLayout): ReadNumber {
  const characters = charactersAt(lines, layout.documentNumber);
  const digit = digitBehind(lines, layout.documentNumber);
  const optionalData = charactersAt(lines, layout.optionalData);
  const [rest = ''] = optionalData.split('<', 1);
  if (layout.hasLongNumbers !== true || digit !== '<' || rest.length < 2)
    return { characters, digit, optionalData };
  return {
    characters: characters + rest.slice(0, -1),
    digit: rest.slice(-1),
    optionalData: optionalData.slice(rest.length + 1),
  };
}

function checksOf(lines: readonly string[], layout: ZoneLayout, number: ReadNumber): readonly CheckedDigit[] {
  const { birthDate, expiryDate, optionalData, composite } = layout;
  const dated = (name: 'birthDate' | 'expiryDate', place: typeof birthDate) =>
    checkedDigit(name, charactersAt(lines, place), digitBehind(lines, place));
  return [
    checkedDigit('documentNumber', number.characters, number.digit),
    dated('birthDate', birthDate),
    dated('expiryDate', expiryDate),
    ...(layout.hasPersonalNumber === true
      ? [personalNumberCheck(charactersAt(lines, optionalData), digitBehind(lines, optionalData))]
      : []),
    ...(composite === undefined
      ? []
      : [
          checkedDigit(
            'composite',
            composite.over.map((place) => charactersAt(lines, place)).join(''),
            charactersAt(lines, composite.digit),
          ),
        ]),
  ];
}

/** Behind an empty personal number a filler may stand for the digit 0. */
function personalNumberCheck(characters: string, read: string): CheckedDigit {
  const check = checkedDigit('personalNumber', characters, read);
  const isEmpty = read === '<' && withoutFillers(characters) === '';
  return isEmpty ? { ...check, ok: true } : check;
}
