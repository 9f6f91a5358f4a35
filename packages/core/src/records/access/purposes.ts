import { recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import {
  allMasks,
  isRestricted,
  type LabelMask,
  labelRules,
  labelsOf,
  type Purpose,
  purposes,
} from './labels.ts';

/** The purposes for which things with these labels are opened. Where no purpose fits all labels, the highest ranked decides. */
export function purposesFor(mask: LabelMask): readonly Purpose[] {
  const rules = labelsOf(mask).map((label): readonly Purpose[] => labelRules[label].purposes);
  const fitting = purposes.filter((purpose) => rules.every((allowed) => allowed.includes(purpose)));
  return fitting.length > 0 ? fitting : (rules[0] ?? purposes);
}

export type PurposeVerdict = 'passes' | 'required' | 'not_allowed';

/** What a purpose, or none, opens. Without one, what is no more than confidential is opened in the course of work. */
export function purposeVerdict(mask: LabelMask, purpose: Purpose | null): PurposeVerdict {
  if (!isRestricted(mask)) return 'passes';
  if (purpose === null) return 'required';
  return purposesFor(mask).includes(purpose) ? 'passes' : 'not_allowed';
}

/** Only for somebody who passes but for the purpose: anybody else learns nothing of the thing. */
export function requirePurpose(mask: LabelMask, purpose: Purpose | null): void {
  const verdict = purposeVerdict(mask, purpose);
  if (verdict === 'required') throw recordsPurposeRequired();
  if (verdict === 'not_allowed') throw recordsPurposeNotAllowed();
}

/** Every mask that a purpose opens, for the condition of a list. */
export const masksOpenedBy = (purpose: Purpose | null): readonly LabelMask[] =>
  allMasks.filter((mask) => purposeVerdict(mask, purpose) === 'passes');

/** The purpose that the ledger names: who says none works in the ordinary course. */
export const purposeUsed = (purpose: Purpose | null): Purpose => purpose ?? 'professional_operations';
