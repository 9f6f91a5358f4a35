import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { WrittenRows } from '../../kernel/written-rows.ts';
import type { Job } from './job.ts';

/** If all fields are null, every dead job matches. The bounds apply to `createdAt`: `from` inclusive, `to` exclusive. */
export interface JobFilter {
  readonly queue: string | null;
  readonly topic: string | null;
  readonly errorCode: string | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** Jobs as a context whose things they work on shows them. */
export interface ContextJobFilter {
  readonly contexts: readonly string[];
  readonly statuses: readonly Job['status'][];
  readonly topic: string | null;
}

export interface QueueCounts {
  readonly queue: string;
  readonly pending: number;
  readonly running: number;
  readonly retrying: number;
  readonly dead: number;
  /** Age of the oldest job that is due and not started; 0 if none waits. */
  readonly oldestPendingSeconds: number;
}

export interface JobCounts {
  /** Queues with an unfinished job, sorted by name. */
  readonly queues: readonly QueueCounts[];
  /** Waiting jobs that will remind somebody of something. */
  readonly remindersQueued: number;
  readonly nextScheduledAt: Instant | null;
}

/** How much work went wrong and is not done. */
export interface StuckJobs {
  readonly dead: number;
  readonly retrying: number;
  /** When the oldest of the dead ones died; null if there is none. */
  readonly oldestDeadAt: Instant | null;
}

/** Jobs of the workspace that the transaction has entered. */
export interface WorkspaceJobs {
  /** The job, or `job.not_found`. */
  get(id: string): Promise<Job>;
  /** Stores what people may change; throws `job.invalid_state` when the job is no longer in the state that was read. */
  save(job: Job, before: Job): Promise<void>;
  /** Newest first, after the cursor key [createdAt, id]. */
  list(
    status: Job['status'],
    filter: JobFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<WrittenRows<Job>>;
  /** The same of some contexts, in any of the states; `limit + 1` rows. */
  ofContexts(filter: ContextJobFilter, after: CursorKey | null, limit: number): Promise<readonly Job[]>;
  /** What of these contexts waits for its next attempt, or for a person. */
  stuckOf(contexts: readonly string[]): Promise<StuckJobs>;
  /** How many dead jobs the filter matches. */
  countDead(filter: JobFilter): Promise<number>;
  /** The oldest of them, locked for this transaction; leaves out those that somebody else is replaying at the moment. */
  oldestDead(filter: JobFilter, limit: number): Promise<readonly Job[]>;
  counts(now: Instant): Promise<JobCounts>;
  /**
   * Workspaces whose owners have not been notified of a dead letter yet, nor of any other within the last hour. It looks
   * over the whole installation, whichever workspace the transaction has entered (JOB-7).
   */
  toNotify(now: Instant): Promise<readonly string[]>;
  /** Jobs that died after the last digest to this workspace, by topic; the call records that they are notified now (JOB-7). */
  digest(now: Instant): Promise<readonly DeadTopic[]>;
}

/** Removes outdated rows of the whole installation, at most `limit` a call; each method returns how many there were. */
export interface Housekeeping {
  /** Jobs whose lease ran out become `retrying`, or `dead` if that was the last attempt. */
  reapJobs(now: Instant, limit: number): Promise<number>;
  /** Succeeded and cancelled jobs after 7 days, acknowledged ones after 90; dead ones never (JOB-7). */
  pruneJobs(now: Instant, limit: number): Promise<number>;
  /** Records of which job ran which event, after 30 days. */
  pruneInbox(now: Instant, limit: number): Promise<number>;
  /** Stored outcomes of idempotent requests, after a day. */
  pruneIdempotency(now: Instant, limit: number): Promise<number>;
  /** The minutes of recorded denials, after an hour. */
  pruneDenials(now: Instant, limit: number): Promise<number>;
  /** The mails counted on days that are over (PLT-30), after two days. */
  pruneMailCounts(now: Instant, limit: number): Promise<number>;
}

/** The active owners, and how to reach them. */
export interface Owners {
  ownerIds(): Promise<readonly string[]>;
  /** The owner's verified or claimed address; null for anybody else, and if there is none. For reactions. */
  ownerContact(userId: string): Promise<{
    readonly displayName: string;
    readonly address: string;
    readonly locale: string;
  } | null>;
}

export interface DeadTopic {
  readonly topic: string;
  readonly count: number;
}
