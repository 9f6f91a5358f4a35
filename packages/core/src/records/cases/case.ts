import { type ActionOf, machine } from '../../kernel/machine.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { CaseRole } from '../access/decision.ts';
import type { LabelMask } from '../access/labels.ts';
import { caseInvalidState } from '../errors.ts';
import { searchedWords } from '../subjects/searched-words.ts';
import type { CustomValue } from '../subjects/subject.ts';

/** The life of a case (records 5.2). */
export const caseStates = machine(caseInvalidState, ['intake', 'active'], {
  intake: { activate: 'active', cancel: 'cancelled' },
  active: { hold: 'on_hold', close: 'closed' },
  on_hold: { activate: 'active', close: 'closed' },
  closed: { reopen: 'active', archive: 'archived', dispose: 'disposed' },
  archived: { unarchive: 'closed', dispose: 'disposed' },
  cancelled: { restore: 'intake', dispose: 'disposed' },
  disposed: {},
});
export type CaseStatus = (typeof caseStates.states)[number];

/** In these people work on a case, it counts as an open one (BIL), and it needs a lead (REC-21). */
export const openCaseStatuses = ['intake', 'active', 'on_hold'] as const satisfies readonly CaseStatus[];
export const isOpenStatus = (status: CaseStatus): boolean =>
  (openCaseStatuses as readonly CaseStatus[]).includes(status);

export const casePriorities = ['low', 'medium', 'high', 'critical'] as const;
export const caseVisibilities = ['team', 'workspace'] as const;
export const caseSubjectRoles = [
  'primary',
  'client',
  'family',
  'guardian',
  'opposing_party',
  'witness',
  'complainant',
  'respondent',
  'professional',
  'other',
] as const;
export type CaseSubjectRole = (typeof caseSubjectRoles)[number];

/** The unit of work and of custody for one primary subject. */
export interface RecordCase {
  readonly id: string;
  /** For people, given by the server: `C-2026-000042`. */
  readonly caseNumber: string;
  readonly title: string;
  readonly caseType: string;
  readonly description: string | null;
  readonly status: CaseStatus;
  readonly statusChangedAt: Instant;
  readonly priority: (typeof casePriorities)[number];
  readonly visibility: (typeof caseVisibilities)[number];
  /** The labels that it was given itself. */
  readonly ownMask: LabelMask;
  /** These, and those of its primary subject. */
  readonly effectiveMask: LabelMask;
  readonly primarySubjectId: string;
  /** For those who stand behind the ethical wall the case does not exist. */
  readonly blockedUserIds: readonly string[];
  readonly openedAt: Instant;
  readonly closedAt: Instant | null;
  readonly closureOutcome: string | null;
  readonly referralSource: string | null;
  readonly jurisdiction: string | null;
  /** The key of whoever keeps the case elsewhere too. */
  readonly externalReference: string | null;
  readonly tags: readonly string[];
  readonly customFields: Readonly<Record<string, CustomValue>>;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedByUserId: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Somebody on a case. The membership is active until it has ended or its time is over. */
export interface CaseMember {
  readonly id: string;
  readonly caseId: string;
  readonly userId: string;
  readonly role: CaseRole;
  readonly addedAt: Instant;
  readonly addedByUserId: string;
  readonly endsAt: Instant | null;
  readonly endedAt: Instant | null;
}

/** Whom a case is about, or who else has to do with it. */
export interface CaseSubject {
  readonly id: string;
  readonly caseId: string;
  readonly subjectId: string;
  readonly role: CaseSubjectRole;
  readonly relationship: string | null;
  readonly startsOn: PlainDate | null;
  readonly endsOn: PlainDate | null;
  readonly linkedAt: Instant;
  readonly endedAt: Instant | null;
}

export const mostCaseMembers = 100;
export const mostCaseSubjects = 50;

export const caseNumberOf = (year: string, number: number): string =>
  `C-${year}-${String(number).padStart(6, '0')}`;

/** All words that a case is found by, beside the names of its subject. */
export const wordsOfCase = ({
  caseNumber,
  title,
}: Pick<RecordCase, 'caseNumber' | 'title'>): readonly string[] => searchedWords(`${caseNumber} ${title}`);

/** Whether somebody leads it for good. */
export const isLed = (members: readonly CaseMember[]): boolean =>
  members.some(({ role, endsAt, endedAt }) => role === 'lead' && endsAt === null && endedAt === null);

/** What is archived is only read, and of what was disposed of there is nothing left. */
export function requireNotArchived({ status }: Pick<RecordCase, 'status'>): void {
  if (status === 'archived' || status === 'disposed') throw caseInvalidState();
}

const actionsTowards = {
  intake: ['restore'],
  active: ['activate', 'reopen'],
  on_hold: ['hold'],
  closed: ['close', 'unarchive'],
  archived: ['archive'],
  cancelled: ['cancel'],
  // Only a disposition does that.
  disposed: [],
} as const satisfies Readonly<Record<CaseStatus, readonly ActionOf<typeof caseStates>[]>>;

/** The status itself if some action leads to it from where the case stands; else the refusal of the table. */
export function moved(from: CaseStatus, to: CaseStatus): CaseStatus {
  const actions: readonly ActionOf<typeof caseStates>[] = actionsTowards[to];
  const action = actions.find((each) => caseStates.can(from, each));
  if (action === undefined) throw caseInvalidState();
  return caseStates.next(from, action);
}

/** A cancelled case is taken up again within so many days. */
export const daysToRestore = 30;

/** Work goes on in open cases alone (REC-24). */
export function requireOpenCase({ status }: Pick<RecordCase, 'status'>): void {
  if (!isOpenStatus(status)) throw caseInvalidState();
}

/** What was signed in a case is added to and amended while the case is open or closed (REC-24). */
export const isAmendableCase = (of: Pick<RecordCase, 'status'> | null): boolean =>
  of !== null && (isOpenStatus(of.status) || of.status === 'closed');

export function requireAmendableCase(of: Pick<RecordCase, 'status'> | null): void {
  if (!isAmendableCase(of)) throw caseInvalidState();
}
