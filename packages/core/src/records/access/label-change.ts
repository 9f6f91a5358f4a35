import { recordsLabelLoweringNotAllowed, recordsLabelNotCleared } from '../errors.ts';
import type { CaseRole } from './decision.ts';
import { confidentialOnly, isWithin, type LabelMask, sealedOnly } from './labels.ts';

/** Who changes the labels of a thing. */
export interface Labeller {
  readonly clearance: LabelMask;
  readonly isManager: boolean;
  readonly isPrivacyOfficer: boolean;
  /** In a case of the thing; whoever made a thing that has no case yet counts as its lead. */
  readonly caseRole: CaseRole | null;
}

/** Nobody sets a label that they are not cleared for: it would hide the thing from whoever set it (REC-5, REC-92). */
export function requireMaySet(added: LabelMask, { clearance }: Pick<Labeller, 'clearance'>): void {
  if (!isWithin(added, clearance | confidentialOnly)) throw recordsLabelNotCleared();
}

/** To make something easier to read takes the lead of its case, who is cleared for what is removed (REC-5). */
export function requireMayRemove(removed: LabelMask, labeller: Labeller): void {
  const { caseRole, clearance, isManager, isPrivacyOfficer } = labeller;
  const isLead = caseRole === 'lead';
  const mayRemoveConfidential = isLead || isManager;
  const beyond = removed & ~confidentialOnly;
  if (isWithin(confidentialOnly, removed) && !mayRemoveConfidential) throw recordsLabelLoweringNotAllowed();
  if (beyond !== 0 && !(isLead && isWithin(beyond, clearance))) throw recordsLabelLoweringNotAllowed();
  if (isWithin(sealedOnly, removed) && !isPrivacyOfficer) throw recordsLabelLoweringNotAllowed();
}
