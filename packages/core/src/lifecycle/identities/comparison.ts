import { hasNationalLetters, nameVariants } from './name-variants.ts';
import type { Zone, ZoneFields } from './zones/zone.ts';

/** What somebody claims about the holder, in the order in which it is compared. */
export const claimedFields = [
  'surname',
  'givenNames',
  'birthDate',
  'documentNumber',
  'expiryDate',
  'sex',
  'nationality',
  'issuingState',
] as const satisfies readonly (keyof ZoneFields)[];
export type ClaimedField = (typeof claimedFields)[number];
export type Claim = { readonly [F in ClaimedField]?: string | undefined };

export const comparisonResults = [
  'match',
  'match_transliterated',
  'match_truncated',
  'partial',
  'not_comparable',
  'mismatch',
] as const;
export type ComparisonResult = (typeof comparisonResults)[number];

export interface Comparison {
  readonly field: ClaimedField;
  readonly result: ComparisonResult;
}

/** What is claimed beside what the zone says. */
export const compared = (claim: Claim, zone: Zone): readonly Comparison[] =>
  claimedFields.flatMap((field) => {
    const claimed = claim[field];
    return claimed === undefined ? [] : [{ field, result: comparedField(field, claimed, zone) }];
  });

function comparedField(field: ClaimedField, claimed: string, { fields, truncated }: Zone): ComparisonResult {
  if (field === 'surname' || field === 'givenNames')
    return comparedName(claimed, fields[field], truncated === field, field === 'givenNames');
  if (field === 'birthDate') return comparedBirthDate(claimed, fields.birthDate);
  const read = fields[field];
  if (read === null) return 'not_comparable';
  const said = field === 'documentNumber' ? claimed.replaceAll(/[\s<-]/g, '').toUpperCase() : claimed;
  return said === read ? 'match' : 'mismatch';
}

function comparedName(
  claimed: string,
  read: string,
  isTruncated: boolean,
  isGiven: boolean,
): ComparisonResult {
  const variants = nameVariants(claimed);
  if (variants.length === 0) return 'not_comparable';
  if (variants.includes(read)) return hasNationalLetters(claimed) ? 'match_transliterated' : 'match';
  if (isTruncated && variants.some((variant) => variant.startsWith(read))) return 'match_truncated';
  const isPart = isGiven && variants.some((variant) => isLeadingRun(variant, read));
  return isPart ? 'partial' : 'mismatch';
}

/** Whether the words of one are the first words of the other. */
const isLeadingRun = (one: string, other: string): boolean =>
  other !== '' && (`${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `));

/** A date that is known in part agrees with every day that it can be. */
function comparedBirthDate(claimed: string, read: string | null): ComparisonResult {
  if (read === null) return 'not_comparable';
  const agrees = [...read].every((character, at) => character === 'X' || character === claimed[at]);
  if (!agrees) return 'mismatch';
  return read === claimed ? 'match' : 'partial';
}
