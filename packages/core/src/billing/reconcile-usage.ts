import { defaultJobPolicy } from '../kernel/outbox.ts';
import { eachWorkspace, inWorkspace } from './each-workspace.ts';
import { usageCorrected } from './events.ts';
import { scheduled } from './ports.ts';

/** Counts everything again, corrects the counters that have drifted, and records the corrections (BIL-4). */
export const reconcileUsage = scheduled(
  {
    topic: 'usage.reconcile',
    cron: '30 2 * * *',
    policy: { ...defaultJobPolicy, queue: 'system', maxAttempts: 5, leaseSeconds: 3600 },
    databaseRole: 'identity',
  },
  async (context) => {
    const all = await context.read(({ billingSweeps }) => billingSweeps.all());
    await eachWorkspace(all, (workspaceId) =>
      inWorkspace(workspaceId, context, async (work) => {
        for (const { code, before, after } of await work.usageRecount.correct())
          work.emit(usageCorrected, {
            workspaceId,
            code,
            before: before.used + before.reserved,
            after: after.used + after.reserved,
          });
      }),
    );
  },
);
