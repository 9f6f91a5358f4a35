import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { HoldScope, RecordHold } from './hold.ts';
import type { RetentionAssignment, RetentionPolicy } from './policy.ts';
import type { ClockFacts, ClockState, StoredClock } from './stored-clock.ts';

export const policyCursor = ['text', 'id'] as const;
export const clockCursor = ['date or null', 'id'] as const;
export const timeCursor = ['instant', 'id'] as const;

/** The retention policies of the workspace of this transaction, and what they are assigned to. */
export interface RetentionPolicyRepository {
  /** Whoever changes a policy or an assignment next waits for the end of the transaction. */
  lock(): Promise<void>;
  /** Throws `retention_policy.code_taken`. */
  add(policy: RetentionPolicy): Promise<void>;
  find(id: string, lock?: 'for update'): Promise<RetentionPolicy | null>;
  findAll(ids: readonly string[]): Promise<readonly RetentionPolicy[]>;
  /** Stores it as the version after `policy.version`, or throws `version_conflict`. */
  save(policy: RetentionPolicy): Promise<RetentionPolicy>;
  /** Those that hold for cases at this moment. */
  active(): Promise<readonly RetentionPolicy[]>;
  /** By code. `limit + 1` mean that there are more. */
  list(after: CursorKey<typeof policyCursor> | null, limit: number): Promise<readonly RetentionPolicy[]>;
  /** How many active assignments each of these policies has. */
  countAssignments(policyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Adds it in the place of the active assignment of its target, which is superseded. */
  assign(assignment: RetentionAssignment): Promise<void>;
  /** The active assignments of a policy go over to the one that supersedes it. */
  moveAssignments(fromPolicyId: string, toPolicyId: string): Promise<void>;
  /** The active assignments of a policy end. */
  endAssignments(policyId: string): Promise<void>;
  /** The active ones, the newest first. */
  assignments(limit: number): Promise<readonly RetentionAssignment[]>;
  purge(): Promise<void>;
}

/** Which cases: all, those of a type, of a subject, of these ids, or those whose clock is by one of these policies. */
export interface ClockScope {
  readonly caseIds: readonly string[] | null;
  readonly caseType: string | null;
  readonly policyIds: readonly string[] | null;
  /** Their primary subject, or what it was merged into. */
  readonly subjectId: string | null;
}

export interface ClockFilter {
  readonly state: ClockState | null;
  readonly dueBefore: PlainDate | null;
  readonly today: PlainDate;
  /** Behind the ethical wall of a case there is none. */
  readonly userId: string;
  /** Whether only the cases are asked for that this person leads. */
  readonly onlyLed: boolean;
  readonly now: Instant;
}

export interface ListedClock extends StoredClock {
  readonly onHold: boolean;
}

export interface ClockCounts {
  readonly due: number;
  readonly onHold: number;
  /** Due for more than thirty days, and under no hold. */
  readonly overdue: number;
  /** The first day on which one of these was due; null if there is none. */
  readonly overdueSince: PlainDate | null;
}

/** The retention clocks of the workspace of this transaction. */
export interface RetentionClockRepository {
  /** Whoever computes clocks of the workspace next waits for the end of the transaction, so that nothing older is stored. */
  lock(): Promise<void>;
  /** By case id; what was disposed of is left out. */
  facts(scope: ClockScope, afterCaseId: string | null, limit: number): Promise<readonly ClockFacts[]>;
  save(clocks: readonly StoredClock[]): Promise<void>;
  /** No policy holds for these cases any more. */
  remove(caseIds: readonly string[]): Promise<void>;
  find(caseId: string): Promise<ListedClock | null>;
  /** By the day on which they are due, those without one last. `limit + 1` mean that there are more. */
  list(
    filter: ClockFilter,
    after: CursorKey<typeof clockCursor> | null,
    limit: number,
  ): Promise<readonly ListedClock[]>;
  counts(today: PlainDate): Promise<ClockCounts>;
  /** Marks what has become due by this day. */
  markDue(today: PlainDate, at: Instant): Promise<void>;
  /** Notes that this day was looked through; false if it was already. */
  noteDay(today: PlainDate): Promise<boolean>;
  /** Notes that people were told; false if they were in the last seven days. */
  noteDigest(today: PlainDate): Promise<boolean>;
  /** How many cases have a clock that runs, is due, permanent, or stands still by a hold. */
  countKept(): Promise<number>;
  purge(): Promise<void>;
}

/** What the sweep asks about all workspaces. */
export interface RetentionSweep {
  /** Workspaces in which something may be due by this day that was not looked through for it yet. */
  due(day: PlainDate, afterWorkspaceId: string | null, most: number): Promise<readonly string[]>;
}

/** The holds on records of the workspace of this transaction. */
export interface RecordHoldRepository {
  /** Whoever places a hold, or begins to dispose of a case, next waits for the end of the transaction. */
  lock(): Promise<void>;
  nextNumber(year: string): Promise<number>;
  add(hold: RecordHold, scope: HoldScope, custodianUserIds: readonly string[]): Promise<void>;
  find(id: string, lock?: 'for update'): Promise<RecordHold | null>;
  /** Stores it as the version after `hold.version`, or throws `version_conflict`. */
  save(hold: RecordHold): Promise<RecordHold>;
  /** The newest first. `limit + 1` mean that there are more. */
  list(after: CursorKey<typeof timeCursor> | null, limit: number): Promise<readonly RecordHold[]>;
  /** What each of them holds, who keeps it, and how many cases that is at this moment. */
  scopes(holdIds: readonly string[]): Promise<ReadonlyMap<string, HoldExtent>>;
  /** Of these cases, those under an active hold, each with the holds. */
  on(caseIds: readonly string[]): Promise<ReadonlyMap<string, readonly ActiveHold[]>>;
  /** Of these subjects, those under an active hold of their own or of the whole workspace. */
  heldSubjects(subjectIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of these documents, or of all, those that are tied to a record under hold, each with the hold (GOV-40). */
  onDocuments(
    documentIds: readonly string[] | null,
  ): Promise<readonly { readonly documentId: string; readonly holdId: string }[]>;
  countActive(): Promise<number>;
  /** The active ones that were placed before this moment, and when the first of them was. */
  olderThan(at: Instant): Promise<{ readonly count: number; readonly since: Instant | null }>;
  /** Somebody leaves: what they keep goes over to another, or to nobody. */
  replaceCustodian(userId: string, heirUserId: string | null): Promise<void>;
  purge(): Promise<void>;
}

export interface HoldExtent extends HoldScope {
  readonly custodianUserIds: readonly string[];
  readonly affectedCases: number;
}

export interface ActiveHold {
  readonly id: string;
  readonly holdNumber: string;
  readonly name: string;
}
