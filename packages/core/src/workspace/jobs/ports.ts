import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Job } from './job.ts';

/** All null: every dead job. The bounds are of `createdAt`: from inclusive, to exclusive. */
export interface JobFilter {
  readonly queue: string | null;
  readonly topic: string | null;
  readonly errorCode: string | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
}

export interface QueueCounts {
  readonly queue: string;
  readonly pending: number;
  readonly running: number;
  readonly retrying: number;
  readonly dead: number;
  /** Age of the oldest job that is due and not started; 0 where none waits. */
  readonly oldestPendingSeconds: number;
}

export interface JobCounts {
  /** Queues that hold a job that is not over, by name. */
  readonly queues: readonly QueueCounts[];
  /** Jobs that are to run and remind somebody of something. */
  readonly remindersQueued: number;
  readonly nextScheduledAt: Instant | null;
}

/** Jobs of the workspace of this unit. */
export interface WorkspaceJobs {
  /** The job, or `job.not_found`. */
  get(id: string): Promise<Job>;
  /** Stores what people may change; throws `job.invalid_state` when the job is no longer in the state that was read. */
  save(job: Job, before: Job): Promise<void>;
  /** Newest first, after the cursor key [createdAt, id]; `limit + 1` rows tell that there is more. */
  list(
    status: Job['status'],
    filter: JobFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly Job[]>;
  /** How many dead jobs the filter matches. */
  countDead(filter: JobFilter): Promise<number>;
  /** The oldest of them, locked for this transaction; those that somebody else replays just now are left out. */
  oldestDead(filter: JobFilter, limit: number): Promise<readonly Job[]>;
  counts(now: Instant): Promise<JobCounts>;
  /**
   * Workspaces whose owners do not know of a dead letter yet and were told of none within the hour; of the whole
   * installation, in any unit (JOB-7).
   */
  toNotify(now: Instant): Promise<readonly string[]>;
  /** Jobs that died after the last digest to this workspace, by topic; it counts as told now (JOB-7). */
  digest(now: Instant): Promise<readonly DeadTopic[]>;
}

/** Rows of the whole installation that have served their time; at most `limit` a call, how many it were. */
export interface Housekeeping {
  /** Jobs whose lease ran out: `retrying`, or `dead` where that was the last attempt. */
  reapJobs(now: Instant, limit: number): Promise<number>;
  /** Succeeded and cancelled jobs after 7 days, acknowledged ones after 90; dead ones never (JOB-7). */
  pruneJobs(now: Instant, limit: number): Promise<number>;
  /** Who ran what, after 30 days. */
  pruneInbox(now: Instant, limit: number): Promise<number>;
  /** Kept outcomes whose day is over. */
  pruneIdempotency(now: Instant, limit: number): Promise<number>;
  /** Minutes of denials, after an hour. */
  pruneDenials(now: Instant, limit: number): Promise<number>;
}

/** The active owners, and how to reach them. */
export interface Owners {
  ownerIds(): Promise<readonly string[]>;
  /** By a verified or a claimed address; null for anybody else and where there is no address. For reactions. */
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
