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
}

/** The worker's side of the jobs table; each call is a transaction of its own. */
export interface JobStore {
  /** Gives out due jobs, and those whose lease ran out, each to one worker only (`FOR UPDATE SKIP LOCKED`, JOB-4). */
  claim(queue: string, limit: number, leaseSeconds: number, now: Instant): Promise<readonly ClaimedJob[]>;
  /** False when the lease was lost and another worker has the job: the result is dropped. */
  succeed(id: string, attempts: number, now: Instant): Promise<boolean>;
  retry(id: string, attempts: number, availableAt: Instant, error: JobError, now: Instant): Promise<boolean>;
  bury(id: string, attempts: number, error: JobError, now: Instant): Promise<boolean>;
  /** Gives back what this worker holds and will not work (drain). */
  release(id: string, attempts: number, now: Instant): Promise<void>;
  /** Age of the oldest due job in seconds, 0 when none waits. */
  oldestDueSeconds(now: Instant): Promise<number>;
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

/** The remote will never take this; repeating is useless (JOB-5). */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
