import type { Instant } from '../../kernel/time.ts';
import type { Emergency } from './emergency.ts';

/** What was done under an emergency, as the ledger tells it. */
export interface EmergencyAccess {
  readonly seq: number;
  readonly at: Instant;
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string };
}

export interface EmergencyCounts {
  readonly active: number;
  readonly awaitingReview: number;
  readonly overdue: number;
  /** Since when the oldest one is overdue; null for none. */
  readonly overdueSince: Instant | null;
  readonly activeSince: Instant | null;
}

/** Access that people took in emergencies, in the workspace of the transaction. */
export interface EmergencyRepository {
  /** Whoever begins another one for this person, or looks somebody up, waits for the end of the transaction. */
  lockUser(userId: string): Promise<void>;
  add(emergency: Emergency): Promise<void>;
  /** Null if there is none. With a lock, whoever changes it waits for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<Emergency | null>;
  of(ids: readonly string[]): Promise<readonly Emergency[]>;
  activeOf(userId: string, now: Instant): Promise<readonly Emergency[]>;
  /** Stores it as the version after `emergency.version`, or throws `version_conflict`; its access ends with it. */
  save(emergency: Emergency): Promise<Emergency>;
  /** The newest lines of the ledger that were written under it, the newest first. */
  accesses(emergency: Emergency, most: number): Promise<readonly EmergencyAccess[]>;
  accessCounts(emergencies: readonly Emergency[]): Promise<ReadonlyMap<string, number>>;
  /** How many look-ups of this person found nothing since then, and when the first of them was. */
  failedLookups(
    userId: string,
    since: Instant,
  ): Promise<{ readonly count: number; readonly first: Instant | null }>;
  addFailedLookup(id: string, userId: string, at: Instant): Promise<void>;
  counts(now: Instant): Promise<EmergencyCounts>;
}

/** Something that a sweep has found, in its workspace. */
export interface DueAccess {
  readonly workspaceId: string;
  readonly id: string;
  readonly basis: 'temporary_access' | 'break_glass';
}

/** Answers the sweeps across all workspaces with ids; each change is then made inside its own workspace. */
export interface AccessSweep {
  toExpire(now: Instant, limit: number): Promise<readonly DueAccess[]>;
  /** Emergencies whose review is overdue, and of which nothing was said since then. */
  toRemind(
    now: Instant,
    remindedBefore: Instant,
    limit: number,
  ): Promise<readonly Pick<DueAccess, 'workspaceId' | 'id'>[]>;
}

/** One line of the list of all access for a time, the latest first. */
export interface ListedAccess {
  readonly basis: DueAccess['basis'];
  readonly id: string;
  readonly at: Instant;
}

export interface AccessFilter {
  /** Null for whoever sees all of it. */
  readonly ofUserId: string | null;
  /** Who asks: what concerns a case from which they are kept away is not there. */
  readonly askedBy: string;
  readonly userId: string | null;
  readonly caseId: string | null;
  readonly status: string | null;
  readonly now: Instant;
}

export interface AccessList {
  /** After the cursor key [at, id]; `limit + 1` rows. */
  page(
    filter: AccessFilter,
    after: readonly [string, string] | null,
    limit: number,
  ): Promise<readonly ListedAccess[]>;
}
