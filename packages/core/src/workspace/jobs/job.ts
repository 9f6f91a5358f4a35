import { failure } from '../../kernel/errors.ts';
import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';

export const jobInvalidState = failure(
  'job.invalid_state',
  'conflict',
  'The job is in another state now; read it again. Only a dead or acknowledged job can be replayed, and only a dead one acknowledged.',
);

/**
 * The life of a job (JOB-5, JOB-8). A replayed job keeps its id and its policy. `take_over` claims a job that was lost with
 * its worker; `reject` records that the broker gave up a message, whoever had claimed it.
 */
export const jobStates = machine(jobInvalidState, ['pending'], {
  pending: { claim: 'running', cancel: 'cancelled', reject: 'dead' },
  running: {
    take_over: 'running',
    succeed: 'succeeded',
    retry: 'retrying',
    release: 'retrying',
    bury: 'dead',
    reject: 'dead',
  },
  retrying: { claim: 'running', cancel: 'cancelled', reject: 'dead' },
  dead: { replay: 'pending', acknowledge: 'acknowledged' },
  acknowledged: { replay: 'pending' },
  succeeded: {},
  cancelled: {},
});
export const jobStatuses = [
  'pending',
  'running',
  'retrying',
  'succeeded',
  'dead',
  'acknowledged',
  'cancelled',
] as const;

/** A row of the outbox as people see it, without its payload (JOB-9). */
export interface Job {
  readonly id: string;
  /** Null for the installation's own jobs, which no endpoint shows (JOB-10). */
  readonly workspaceId: string | null;
  readonly queue: string;
  readonly topic: string;
  readonly context: string;
  readonly aggregateType: string | null;
  readonly aggregateId: string | null;
  readonly status: (typeof jobStatuses)[number];
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly availableAt: Instant;
  readonly leaseExpiresAt: Instant | null;
  readonly orderingKey: string | null;
  readonly lastErrorCode: string | null;
  readonly lastErrorMessage: string | null;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly deadAt: Instant | null;
  readonly replayCount: number;
  readonly acknowledgedByUserId: string | null;
  readonly acknowledgedAt: Instant | null;
  readonly acknowledgementReason: string | null;
  readonly correlationId: string;
  readonly createdAt: Instant;
}

/** The job starts its attempts anew, at once. Its last error stays on record until another one replaces it. */
export function replayed(job: Job, now: Instant): Job {
  return {
    ...job,
    status: jobStates.next(job.status, 'replay'),
    attempts: 0,
    availableAt: now,
    deadAt: null,
    replayCount: job.replayCount + 1,
    acknowledgedByUserId: null,
    acknowledgedAt: null,
    acknowledgementReason: null,
  };
}

/** `userId` is null for an operator at the command line. */
export function acknowledged(job: Job, userId: string | null, reason: string, now: Instant): Job {
  return {
    ...job,
    status: jobStates.next(job.status, 'acknowledge'),
    acknowledgedByUserId: userId,
    acknowledgedAt: now,
    acknowledgementReason: reason,
  };
}
