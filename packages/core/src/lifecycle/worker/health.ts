import { type Instant, millisecondsOf, secondsBetween } from '../../kernel/time.ts';

export const workerStatuses = ['healthy', 'degraded', 'stalled'] as const;
export type WorkerStatus = (typeof workerStatuses)[number];

interface Pulse {
  readonly oldestDueSeconds: number;
  readonly dead: number;
  /** How long ago the planner last ran. */
  readonly lagSeconds: number;
}

const [lateSeconds, stalledSeconds, stalledPlanSeconds] = [5 * 60, 15 * 60, 2 * 3600];

/** How the worker is (OPS-1). */
export function workerStatusOf({ oldestDueSeconds, dead, lagSeconds }: Pulse): WorkerStatus {
  if (oldestDueSeconds > stalledSeconds || lagSeconds > stalledPlanSeconds) return 'stalled';
  return oldestDueSeconds > lateSeconds || dead > 0 ? 'degraded' : 'healthy';
}

const quarter = 15 * 60_000;

/** The planner runs each quarter of an hour. */
export const nextPlanAfter = (now: Instant): Instant =>
  new Date((Math.floor(millisecondsOf(now) / quarter) + 1) * quarter).toISOString();

/** Of an installation on which it never ran, since the workspace is there. */
export const lagOf = (lastRunAt: Instant | null, createdAt: Instant, now: Instant): number =>
  Math.max(0, Math.floor(secondsBetween(lastRunAt ?? createdAt, now)));
