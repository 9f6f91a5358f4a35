import { eachWorkspace } from './each-workspace.ts';
import { enquire } from './enquiry.ts';
import { billingJobs } from './jobs.ts';
import { scheduled } from './ports.ts';
import { refreshOf } from './subscription-refresh.ts';

/** Applies what has come due for embedded subscriptions: a new period, the end of a trial, an overdue invoice. */
export const rollPeriods = scheduled(
  {
    topic: 'billing.period_roll',
    cron: '0 * * * *',
    policy: { ...billingJobs, maxAttempts: 10 },
    databaseRole: 'identity',
  },
  async (context) => {
    const { payments, read, now } = context;
    const due = await read(({ billingSweeps }) => billingSweeps.toRoll(now));
    await eachWorkspace(due, (workspaceId) =>
      enquire(workspaceId, context, async (work) => {
        const subscription = await work.subscriptions.live();
        if (subscription?.processor !== 'embedded' || payments.kind !== 'embedded') return null;
        return refreshOf(subscription, work);
      }),
    );
  },
);
