import { groupBy } from '../../kernel/grouping.ts';
import { plusDays } from '../../kernel/time.ts';
import { planJobs } from '../jobs.ts';
import { type LifecycleReacting, scheduled } from '../ports.ts';
import { eachBatch, settleByWorkspace } from '../sweep.ts';
import type { GatheredMails } from './gather-notices.ts';
import type { DueAction } from './ports.ts';
import { gatherDueNotices, type Startable, startActions, startNotices } from './start-actions.ts';

const batch = 500;
/** Actions that ended are kept so long (lifecycle 3.6). */
const keptDays = 400;

const startJob = { policy: planJobs, databaseRole: 'identity' } as const;

/** Starts what is due, except for notices. */
export const startDueActions = scheduled(
  { ...startJob, topic: 'lifecycle.start_actions', cron: '*/5 * * * *' },
  (context) =>
    settleByWorkspace(
      dueActions(false, context),
      async (found, work) => startActions(await work.lifecycleActions.among(idsOf(found)), work),
      context,
    ),
);

/** The notices of one workspace that are due at once. */
interface NoticeRun {
  readonly workspaceId: string;
  readonly mails: GatheredMails;
  readonly notices: readonly Startable[];
}

/**
 * Starts notices that are due: those of the same ten minutes become one mail for each person, however many they are (LIF-13).
 * So none is started before all of its workspace are in their mails; a process that ends in between leaves them planned.
 */
export const startDueNotices = scheduled(
  { ...startJob, topic: 'lifecycle.notices', cron: '*/10 * * * *' },
  async (context) => {
    let run: NoticeRun | null = null;
    await eachBatch(dueActions(true, context), async (batchOfAll) => {
      for (const [workspaceId, found] of groupBy(batchOfAll, (one) => one.workspaceId)) {
        if (run !== null && run.workspaceId !== workspaceId) await startRun(run, context);
        const before: NoticeRun =
          run?.workspaceId === workspaceId ? run : { workspaceId, mails: new Map(), notices: [] };
        run = await gather(before, idsOf(found), context);
      }
    });
    if (run !== null) await startRun(run, context);
  },
);

/** A transaction that is tried again begins with the mails of those before it. */
async function gather(
  run: NoticeRun,
  ids: readonly string[],
  { transact }: LifecycleReacting,
): Promise<NoticeRun> {
  const { workspaceId } = run;
  return transact(async (work) => {
    work.enter(workspaceId);
    const mails = new Map(run.mails);
    const notices = await gatherDueNotices(await work.lifecycleActions.among(ids), mails, work);
    return { workspaceId, mails, notices: [...run.notices, ...notices] };
  });
}

const startRun = (
  { workspaceId, mails, notices }: NoticeRun,
  { transact }: LifecycleReacting,
): Promise<void> =>
  transact(async (work) => {
    work.enter(workspaceId);
    await startNotices(notices, mails, work);
  });

const dueActions = (notices: boolean, context: LifecycleReacting) => ({
  most: batch,
  find: (after: DueAction | null, most: number) =>
    context.read(({ actionSweep }) => actionSweep.due(notices, context.now, after, most)),
});

const idsOf = (found: readonly DueAction[]) => found.map(({ actionId }) => actionId);

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
