import { viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LifecyclePorts } from '../ports.ts';
import { lagOf, type WorkerStatus, workerStatusOf } from './health.ts';
import type { WorkerStanding } from './ports.ts';

export interface WorkerPulse {
  readonly status: WorkerStatus;
  readonly standing: WorkerStanding;
  readonly lastRunAt: Instant | null;
  /** How long ago the planner last ran. */
  readonly lagSeconds: number;
}

/** How the worker is, as far as it works on documents that the caller sees. */
export async function workerPulse({
  lifecycleActions,
  workspaceIdentity,
  user,
  now,
}: Pick<LifecyclePorts, 'lifecycleActions' | 'workspaceIdentity'> &
  Pick<HandlerContext, 'user' | 'now'>): Promise<WorkerPulse> {
  const [standing, lastRunAt, { createdAt }] = await Promise.all([
    lifecycleActions.standing(viewerOf(user), now),
    lifecycleActions.lastPlannedAt(),
    workspaceIdentity.identity(),
  ]);
  const lagSeconds = lagOf(lastRunAt, createdAt, now);
  const { actions, oldestDueSeconds } = standing;
  const status = workerStatusOf({ oldestDueSeconds, dead: actions.dead, lagSeconds });
  return { status, standing, lastRunAt, lagSeconds };
}
