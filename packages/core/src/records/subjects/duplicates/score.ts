import { similarity } from './name-similarity.ts';

export const reasonFields = [
  'identifier',
  'name',
  'familyName',
  'birthDate',
  'email',
  'phone',
  'postalCode',
] as const;
export const reasonKinds = ['exact', 'fuzzy', 'phonetic', 'partial', 'conflict'] as const;
export const bands = ['certain', 'probable', 'possible'] as const;
export type Band = (typeof bands)[number];

/** Why two subjects may be the same, and how much that says. */
export interface Reason {
  readonly field: (typeof reasonFields)[number];
  readonly kind: (typeof reasonKinds)[number];
  readonly points: number;
}

/** What of a subject is compared; everything is in its one form already. */
export interface Comparable {
  readonly isPerson: boolean;
  /** The display name and the aliases. */
  readonly names: readonly string[];
  readonly family: string;
  /** How the family name sounds; empty says nothing. */
  readonly sound: string;
  readonly birthDate: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly postalCodes: readonly string[];
  /** Of system and value. */
  readonly identifiers: readonly string[];
}

const leastSimilar = 0.92;
const ofName = 40;

/** How likely two subjects are the same, 0 to 100, and why (REC-9, REC-98). */
export function scored(
  a: Comparable,
  b: Comparable,
): { readonly score: number; readonly reasons: readonly Reason[] } {
  // An equal identifier says all.
  if (haveCommon(a.identifiers, b.identifiers))
    return { score: 100, reasons: [{ field: 'identifier', kind: 'exact', points: 100 }] };
  const arePersons = a.isPerson && b.isPerson;
  const reasons = [
    nameReason(a, b),
    arePersons && a.sound !== '' && a.sound === b.sound ? reason('familyName', 'phonetic', 10) : null,
    arePersons ? birthReason(a.birthDate, b.birthDate) : null,
    haveCommon(a.emails, b.emails) ? reason('email', 'exact', 20) : null,
    haveCommon(a.phones, b.phones) ? reason('phone', 'exact', 15) : null,
    arePersons && isHousehold(a, b) ? reason('postalCode', 'exact', 10) : null,
  ].filter((found) => found !== null);
  const sum = reasons.reduce((all, { points }) => all + points, 0);
  return { score: Math.min(100, Math.max(0, sum)), reasons };
}

/** What a score means; null is no candidate. */
export function bandOf(score: number): Band | null {
  if (score >= 95) return 'certain';
  if (score >= 75) return 'probable';
  return score >= 50 ? 'possible' : null;
}

const reason = (field: Reason['field'], kind: Reason['kind'], points: number): Reason => ({
  field,
  kind,
  points,
});

const haveCommon = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((value) => b.includes(value));

const isHousehold = (a: Comparable, b: Comparable): boolean =>
  a.family !== '' && a.family === b.family && haveCommon(a.postalCodes, b.postalCodes);

/** The best pair of names counts. */
function nameReason(a: Comparable, b: Comparable): Reason | null {
  const best = Math.max(0, ...a.names.flatMap((left) => b.names.map((right) => similarity(left, right))));
  if (best < leastSimilar) return null;
  return reason('name', best === 1 ? 'exact' : 'fuzzy', Math.floor(ofName * best + 0.5));
}

const fullLength = 10;
const monthLength = 7;
const yearLength = 4;

function birthReason(a: string | null, b: string | null): Reason | null {
  if (a === null || b === null) return null;
  const areFull = a.length === fullLength && b.length === fullLength;
  if (areFull && a === b) return reason('birthDate', 'exact', 30);
  if (haveSame(a, b, monthLength) || (areFull && areSwapped(a, b))) return reason('birthDate', 'partial', 15);
  if (haveSame(a, b, yearLength)) return reason('birthDate', 'partial', 5);
  return areFull ? reason('birthDate', 'conflict', -30) : null;
}

const haveSame = (a: string, b: string, length: number): boolean =>
  a.length >= length && b.length >= length && a.slice(0, length) === b.slice(0, length);

/** Day and month were mixed up. */
const areSwapped = (a: string, b: string): boolean => {
  const [year, month, day] = a.split('-');
  return `${year}-${day}-${month}` === b;
};
