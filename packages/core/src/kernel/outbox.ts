import type { Instant } from './time.ts';

/** How a topic is worked: attempts, and delays in seconds (JOB-5). */
export interface JobPolicy {
  readonly queue: string;
  readonly maxAttempts: number;
  readonly baseSeconds: number;
  readonly capSeconds: number;
  readonly leaseSeconds: number;
}

export const defaultJobPolicy = {
  maxAttempts: 12,
  baseSeconds: 10,
  capSeconds: 6 * 3600,
  leaseSeconds: 120,
} as const;

/** A row of the outbox, written with the change that asks for the effect; the same row while it is worked (D14). */
export interface NewJob {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly queue: string;
  readonly topic: string;
  /** The context that asked for it. */
  readonly context?: string;
  /** What it is about: cancelled by these two and the topic. */
  readonly aggregateType?: string | null;
  readonly aggregateId?: string | null;
  /** Ids and values, at most 64 KiB (JOB-9). */
  readonly payload: unknown;
  readonly orderingKey: string | null;
  readonly availableAt: Instant;
  readonly maxAttempts: number;
  readonly correlationId: string;
  readonly createdAt: Instant;
}

export interface ClaimedJob {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly queue: string;
  readonly topic: string;
  readonly payload: unknown;
  /** This attempt's number, from 1. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly correlationId: string;
  readonly createdAt: Instant;
}

/** A job under the attempt that was claimed: nothing is written for it once another worker has it. */
export type HeldJob = Pick<ClaimedJob, 'id' | 'attempts'>;

/** Seconds by topic; `''` is the lease of every other. */
export type TopicLeases = Readonly<Record<string, number>>;

/** The worker's side of the jobs table; each call is a transaction of its own. */
export interface JobStore {
  /**
   * Gives out due jobs, and those whose lease ran out, each to one worker only (`FOR UPDATE SKIP LOCKED`, JOB-4). It may give
   * out `ahead` more that will wait for a slot of this worker, but only such as were never begun and have more than one
   * attempt, so that no job dies of waiting.
   */
  claim(
    queue: string,
    limit: number,
    lease: number | TopicLeases,
    now: Instant,
    ahead?: number,
  ): Promise<readonly ClaimedJob[]>;
  /** Of how many it was written; if the lease was lost and another worker has the job, the result is dropped. */
  succeed(held: readonly HeldJob[], now: Instant): Promise<number>;
  /** False when the lease was lost and another worker has the job: the result is dropped. */
  retry(id: string, attempts: number, availableAt: Instant, error: JobError, now: Instant): Promise<boolean>;
  bury(id: string, attempts: number, error: JobError, now: Instant): Promise<boolean>;
  /** The broker gave its wake-up up: dead with `broker_delivery_limit`, unless it is over. */
  undeliverable(id: string, now: Instant): Promise<void>;
  /** Gives back what this worker holds and will not work (HLT-4): the attempts do not count. */
  release(held: readonly HeldJob[], now: Instant): Promise<void>;
  /** Enqueues the job of a scheduled topic's tick, unless this tick or a later one has its job already. */
  tick(tick: Instant, job: NewJob): Promise<boolean>;
  /** Age of the oldest due job in seconds, 0 when none waits. */
  oldestDueSeconds(now: Instant): Promise<number>;
  /**
   * The queues of which a job is due, or has lost its lease; null if so many are due that there may be one of any queue. To
   * ask costs less than a claim on each queue that has nothing.
   */
  dueQueues(now: Instant): Promise<readonly string[] | null>;
}

export interface JobError {
  readonly code: string;
  /** Redacted, at most 500 characters. */
  readonly message: string;
}

/** Seconds before attempt `next`: min(cap, base × 3^(next−2)) ± 20 % (JOB-5). `roll` is uniform in [0, 1). */
export function retryDelaySeconds(policy: JobPolicy, next: number, roll: number): number {
  const plain = Math.min(policy.capSeconds, policy.baseSeconds * 3 ** Math.max(0, next - 2));
  return plain * (0.8 + roll * 0.4);
}

/** The remote said when it wants to be asked again: not earlier than that, and not earlier than the policy says (JOB-5). */
export class RemoteBusy extends Error {
  override readonly name = 'RemoteBusy';
  readonly code: string;
  readonly retryAfterSeconds: number;
  constructor(code: string, message: string, retryAfterSeconds = 0) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = Math.min(longestRetryAfterSeconds, Math.max(0, retryAfterSeconds));
  }
}

/** Again after exactly so long, for a topic with a schedule of its own; the attempt counts all the same. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly code: string;
  readonly afterSeconds: number;
  constructor(code: string, message: string, afterSeconds: number) {
    super(message);
    this.code = code;
    this.afterSeconds = afterSeconds;
  }
}

const longestRetryAfterSeconds = 24 * 3600;
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** What an HTTP status of a remote means for the job: 4xx are for good, save 408, 409, 425 and 429 (JOB-5). */
export function remoteFailure({
  code,
  status,
  retryAfter,
  now,
  message = `The remote answered ${status}.`,
}: {
  readonly code: string;
  readonly status: number;
  /** The header `Retry-After`: seconds or an HTTP date (RFC 9110, 10.2.3). */
  readonly retryAfter: string | null;
  readonly now: Instant;
  /** Without addresses and secrets. */
  readonly message?: string;
}): PermanentJobError | RemoteBusy {
  if (status >= 400 && status < 500 && !passingStatuses.has(status))
    return new PermanentJobError(code, message);
  return new RemoteBusy(code, message, retryAfterSecondsOf(retryAfter, now));
}

/** 0 if the header says nothing that can be understood. */
function retryAfterSecondsOf(header: string | null, now: Instant): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // A date names its day; anything else that happens to parse is no HTTP date.
  const at = /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.ceil((at - Date.parse(now)) / 1000);
}

/** The remote will never take this; repeating is useless (JOB-5). */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a job is about. */
export interface Aggregate {
  readonly type: string;
  readonly id: string;
}

/** What jobs are about: one thing, or several of one kind. */
export interface JobSubjects {
  readonly type: string;
  readonly id: string | readonly string[];
}
