import { machine } from '../../kernel/machine.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import { renewalInvalidState } from './errors.ts';

/** The life of a renewal (lifecycle 3.3). What is completed stays so: the replacement has a lifecycle of its own. */
export const renewalStates = machine(renewalInvalidState, ['open'], {
  open: {
    start: 'in_progress',
    change: 'open',
    submit: 'awaiting_approval',
    give_up: 'not_renewed',
    cancel: 'cancelled',
  },
  in_progress: {
    change: 'in_progress',
    submit: 'awaiting_approval',
    give_up: 'not_renewed',
    cancel: 'cancelled',
  },
  awaiting_approval: {
    withdraw: 'in_progress',
    approve: 'completed',
    reject: 'in_progress',
    cancel: 'cancelled',
  },
  not_renewed: { reopen: 'open' },
  cancelled: { reopen: 'open' },
  completed: {},
});
export type RenewalStatus = (typeof renewalStates.states)[number];
/** As long as somebody has something to do; a document has at most one such renewal. */
export const openRenewalStatuses = ['open', 'in_progress', 'awaiting_approval'] as const;
export const isOpen = ({ status }: Pick<RenewalCase, 'status'>): boolean =>
  openRenewalStatuses.some((open) => open === status);

export const renewalPriorities = ['low', 'medium', 'high', 'critical'] as const;
export const renewalOrigins = ['user', 'policy'] as const;
export const renewalDecisions = ['approve', 'reject'] as const;

/** What can be done to a renewal by its own endpoint; opening and deciding have others. */
export const renewalChanges = [
  'start',
  'assign',
  'set_due',
  'note',
  'submit_replacement',
  'withdraw_replacement',
  'close_not_renewed',
  'cancel',
  'reopen',
] as const;
export type RenewalChange = (typeof renewalChanges)[number];

/** What can be done to a renewal, as its history names it. */
export const renewalActions = ['open', ...renewalChanges, ...renewalDecisions] as const;
export type RenewalAction = (typeof renewalActions)[number];

/** One line of the history of a renewal. */
export interface RenewalStep {
  readonly at: Instant;
  /** Null if a policy or a job did it. */
  readonly byUserId: string | null;
  readonly action: RenewalAction;
  readonly note: string | null;
}
const mostSteps = 100;

/** The work of replacing a document that expires. */
export interface RenewalCase {
  readonly id: string;
  readonly documentId: string;
  readonly status: RenewalStatus;
  readonly ownerUserId: string;
  readonly dueOn: PlainDate;
  readonly priority: (typeof renewalPriorities)[number];
  readonly openedBy: (typeof renewalOrigins)[number];
  /** The date of the document that it was opened for: a policy opens no second one for the same date. */
  readonly forExpiresOn: PlainDate | null;
  readonly note: string | null;
  readonly replacementDocumentId: string | null;
  readonly submittedByUserId: string | null;
  readonly submittedAt: Instant | null;
  readonly decidedByUserId: string | null;
  readonly decidedAt: Instant | null;
  readonly decision: (typeof renewalDecisions)[number] | null;
  readonly decisionNote: string | null;
  /** Whoever approved had submitted it too, since nobody else could (SPR-7). */
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
  /** The due date of which its owner was told that it has passed. */
  readonly overdueToldFor: PlainDate | null;
  /** The newest come first. */
  readonly history: readonly RenewalStep[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

type Opening = Pick<
  RenewalCase,
  'id' | 'documentId' | 'ownerUserId' | 'dueOn' | 'priority' | 'openedBy' | 'forExpiresOn' | 'note'
>;

export const opened = (opening: Opening, byUserId: string | null, at: Instant): RenewalCase => ({
  ...opening,
  status: renewalStates.begin('open'),
  replacementDocumentId: null,
  submittedByUserId: null,
  submittedAt: null,
  decidedByUserId: null,
  decidedAt: null,
  decision: null,
  decisionNote: null,
  singlePerson: false,
  singlePersonReason: null,
  overdueToldFor: null,
  history: [{ at, byUserId, action: 'open', note: opening.note }],
  createdAt: at,
  updatedAt: at,
  version: 1,
});

/** The renewal with one more line in its history. */
export const stepped = (renewal: RenewalCase, step: RenewalStep): RenewalCase => ({
  ...renewal,
  updatedAt: step.at,
  history: [step, ...renewal.history].slice(0, mostSteps),
});

const undecided = {
  decidedByUserId: null,
  decidedAt: null,
  decision: null,
  decisionNote: null,
} as const;
const unsubmitted = { replacementDocumentId: null, submittedByUserId: null, submittedAt: null } as const;

export const started = (renewal: RenewalCase): RenewalCase => ({
  ...renewal,
  status: renewalStates.next(renewal.status, 'start'),
});

/** With another owner, due date, priority or note, while it is worked on. */
export const changed = (
  renewal: RenewalCase,
  changes: Partial<Pick<RenewalCase, 'ownerUserId' | 'dueOn' | 'priority' | 'note'>>,
): RenewalCase => ({ ...renewal, ...changes, status: renewalStates.next(renewal.status, 'change') });

export const submitted = (
  renewal: RenewalCase,
  replacementDocumentId: string,
  byUserId: string,
  at: Instant,
): RenewalCase => ({
  ...renewal,
  ...undecided,
  status: renewalStates.next(renewal.status, 'submit'),
  replacementDocumentId,
  submittedByUserId: byUserId,
  submittedAt: at,
});

export const withdrawn = (renewal: RenewalCase): RenewalCase => ({
  ...renewal,
  ...unsubmitted,
  status: renewalStates.next(renewal.status, 'withdraw'),
});

export const givenUp = (renewal: RenewalCase): RenewalCase => ({
  ...renewal,
  status: renewalStates.next(renewal.status, 'give_up'),
});

export const cancelled = (renewal: RenewalCase): RenewalCase => ({
  ...renewal,
  status: renewalStates.next(renewal.status, 'cancel'),
});

export const reopened = (renewal: RenewalCase): RenewalCase => ({
  ...renewal,
  ...unsubmitted,
  ...undecided,
  status: renewalStates.next(renewal.status, 'reopen'),
});

interface Decision {
  readonly decision: (typeof renewalDecisions)[number];
  readonly note: string | null;
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
}

/** Approved, which ends it, or rejected, which gives it back to its owner. Who submitted what is on record either way. */
export const decided = (
  renewal: RenewalCase,
  { decision, note, singlePerson, singlePersonReason }: Decision,
  byUserId: string,
  at: Instant,
): RenewalCase => ({
  ...renewal,
  status:
    decision === 'approve'
      ? renewalStates.next(renewal.status, 'approve')
      : renewalStates.next(renewal.status, 'reject'),
  decidedByUserId: byUserId,
  decidedAt: at,
  decision,
  decisionNote: note,
  singlePerson: renewal.singlePerson || singlePerson,
  singlePersonReason: singlePersonReason ?? renewal.singlePersonReason,
});
