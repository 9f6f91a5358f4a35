import { plusDays } from '../../kernel/time.ts';
import { planJobs } from '../jobs.ts';
import { type LifecycleReacting, scheduled } from '../ports.ts';
import { settleByWorkspace } from '../sweep.ts';
import type { DueAction } from './ports.ts';
import { startActions } from './start-actions.ts';

const batch = 500;
/** Actions that ended are kept so long (lifecycle 3.6). */
const keptDays = 400;

const startJob = { policy: planJobs, databaseRole: 'identity' } as const;

/** Starts what is due, except for notices. */
export const startDueActions = scheduled(
  { ...startJob, topic: 'lifecycle.start_actions', cron: '*/5 * * * *' },
  (context) => startAll(false, context),
);

/** Starts notices that are due: those of the same ten minutes become one mail for each person (LIF-13). */
export const startDueNotices = scheduled(
  { ...startJob, topic: 'lifecycle.notices', cron: '*/10 * * * *' },
  (context) => startAll(true, context),
);

const startAll = (notices: boolean, context: LifecycleReacting): Promise<void> =>
  settleByWorkspace(
    {
      most: batch,
      find: (after: DueAction | null, most) =>
        context.read(({ actionSweep }) => actionSweep.due(notices, context.now, after, most)),
    },
    async (found, work) => {
      const ids = found.map(({ actionId }) => actionId);
      await startActions(await work.lifecycleActions.among(ids), work);
    },
    context,
  );

/** Deletes each night what ended long ago. */
export const pruneActions = scheduled(
  { ...startJob, topic: 'lifecycle.prune_actions', cron: '40 4 * * *' },
  async ({ now, transact }) => {
    const before = plusDays(now, -keptDays);
    let pruned: number;
    do pruned = await transact(({ actionSweep }) => actionSweep.prune(before, batch));
    while (pruned === batch);
  },
);
