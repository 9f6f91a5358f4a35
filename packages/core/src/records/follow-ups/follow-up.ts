import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import { casePriorities } from '../cases/case.ts';
import type { SealedText, StoredText, Words } from '../texts/stored-text.ts';
import { followUpInvalidState } from './errors.ts';

/** The life of a follow-up (records 5.8). What is done or dropped can be taken up again. */
export const followUpStates = machine(followUpInvalidState, ['open'], {
  open: { start: 'in_progress', complete: 'completed', cancel: 'cancelled' },
  in_progress: { reopen: 'open', complete: 'completed', cancel: 'cancelled' },
  completed: { reopen: 'open' },
  cancelled: { reopen: 'open' },
});
export type FollowUpStatus = (typeof followUpStates.states)[number];

export const followUpPriorities = casePriorities;
export const followUpSourceKinds = ['manual', 'intelligence', 'template', 'promotion'] as const;
export const usualReminders: readonly number[] = [1440];

/** What is written about a follow-up in words of somebody's own. */
export const followUpTexts = ['description', 'outcome', 'cancelReason'] as const;
export type FollowUpText = Words<(typeof followUpTexts)[number]>;

/** Something that is to be done in a case, by one person. */
export interface FollowUp extends FollowUpText {
  readonly id: string;
  readonly caseId: string;
  readonly subjectId: string | null;
  /** The entry that it is about. */
  readonly artifactId: string | null;
  readonly encounterId: string | null;
  readonly title: string;
  readonly status: FollowUpStatus;
  readonly priority: (typeof followUpPriorities)[number];
  readonly ownerUserId: string;
  readonly dueAt: Instant | null;
  /** Minutes before it is due. */
  readonly reminders: readonly number[];
  /** Since when the reminders are as they are: what was to be said before is not said any more. */
  readonly armedAt: Instant;
  readonly sourceKind: (typeof followUpSourceKinds)[number];
  readonly sourceId: string | null;
  readonly completedAt: Instant | null;
  readonly completedByUserId: string | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedByUserId: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** A follow-up as it is stored: what is written about it has to be opened first. */
export interface StoredFollowUp extends Omit<FollowUp, keyof FollowUpText> {
  readonly text: StoredText<FollowUpText>;
}
/** The same, with nothing plain in it. */
export interface SealedFollowUp extends StoredFollowUp {
  readonly text: SealedText;
}

/** A follow-up with what its case says of it. */
export interface ListedFollowUp extends StoredFollowUp {
  readonly effectiveMask: LabelMask;
}

/** In these somebody is still to do it. */
export const awaitedStatuses = ['open', 'in_progress'] as const satisfies readonly FollowUpStatus[];
export const isAwaited = ({ status }: Pick<FollowUp, 'status'>): boolean =>
  (awaitedStatuses as readonly FollowUpStatus[]).includes(status);

/** Late at this moment (REC-32). */
export const isOverdue = (followUp: Pick<FollowUp, 'status' | 'dueAt'>, now: Instant): boolean =>
  isAwaited(followUp) && followUp.dueAt !== null && followUp.dueAt < now;
