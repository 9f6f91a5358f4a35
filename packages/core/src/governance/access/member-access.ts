import type { Instant } from '../../kernel/time.ts';
import { type Duty, type Label, type LabelMask, labelsOf, maskOf } from '../../records/index.ts';
import type { PendingAccessChange } from '../../workspace/index.ts';

/** What a member is cleared for, and answers for in the whole workspace (governance 4.19). */
export interface MemberAccess {
  readonly userId: string;
  readonly clearance: LabelMask;
  readonly duties: readonly Duty[];
  /** Null until somebody changes it. */
  readonly changedByUserId: string | null;
  readonly changedAt: Instant | null;
  /** Whether the person gave it to themselves, because there was nobody else (SPR-7). */
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
  /** What somebody who is alone has asked for themselves (SPR-10). */
  readonly pendingChange: PendingAccessChange | null;
  readonly version: number;
}

/** A member of whom nobody has decided anything. */
export const usualAccess = (userId: string): MemberAccess => ({
  userId,
  clearance: 0,
  duties: [],
  changedByUserId: null,
  changedAt: null,
  singlePerson: false,
  singlePersonReason: null,
  pendingChange: null,
  version: 0,
});

export interface WantedAccess {
  readonly clearances: readonly Label[];
  readonly duties: readonly Duty[];
}

/** What a change gives and takes. */
export function changesOf({ clearance, duties }: MemberAccess, wanted: WantedAccess) {
  const after = maskOf(wanted.clearances);
  return {
    added: [...labelsOf(after & ~clearance)],
    removed: [...labelsOf(clearance & ~after)],
    dutiesAdded: wanted.duties.filter((duty) => !duties.includes(duty)),
    dutiesRemoved: duties.filter((duty) => !wanted.duties.includes(duty)),
  };
}
