import { plusDays } from '../kernel/time.ts';
import { eachWorkspace, type WorkspaceWork } from './each-workspace.ts';
import { enquire } from './enquiry.ts';
import { billingJobs } from './jobs.ts';
import { notifyOwners } from './owner-notices.ts';
import { scheduled } from './ports.ts';
import { saveAged } from './processor-updates.ts';
import { dunningDays, isGivenUp, type Subscription, trialNoticeDays } from './subscription.ts';
import { endNow } from './subscription-refresh.ts';

/** Reminds owners of a failed payment and of a trial that ends, restricts after the grace period, and ends after sixty days. */
export const dunSubscriptions = scheduled(
  {
    topic: 'billing.dunning',
    cron: '0 * * * *',
    policy: { ...billingJobs, maxAttempts: 10 },
    databaseRole: 'identity',
  },
  async (context) => {
    const { read, now } = context;
    const due = await read(({ billingSweeps }) => billingSweeps.toRemind(now));
    await eachWorkspace(due, (workspaceId) =>
      enquire(workspaceId, context, async (work) => {
        const found = await work.subscriptions.live();
        if (found === null) return null;
        const subscription = await saveAged(found, work);
        if (isGivenUp(subscription, now)) return endNow(subscription, work);
        await remind(subscription, work);
        return null;
      }),
    );
  },
);

async function remind(subscription: Subscription, work: WorkspaceWork): Promise<void> {
  const { subscriptions, now } = work;
  if (trialEndsSoon(subscription, now)) {
    await subscriptions.note(subscription.id, { trialNoticeAt: now });
    await notifyOwners('trial_ending', subscription, subscription.trialEndsAt ?? now, work);
  }
  const step = dunningStepAt(subscription, now);
  if (step > subscription.dunningStep) {
    await subscriptions.note(subscription.id, { dunningStep: step });
    await notifyOwners('payment_failed', subscription, subscription.graceEndsAt ?? now, work);
  }
}

const trialEndsSoon = (
  { status, trialEndsAt, trialNoticeAt, cancelAtPeriodEnd }: Subscription,
  now: string,
): boolean =>
  status === 'trialing' &&
  trialEndsAt !== null &&
  trialNoticeAt === null &&
  !cancelAtPeriodEnd &&
  trialEndsAt <= plusDays(now, trialNoticeDays);

/** How many dunning mails are due by now; several that were missed become one. */
function dunningStepAt({ status, pastDueSince, dunningStep }: Subscription, now: string): number {
  if (status !== 'past_due' || pastDueSince === null) return dunningStep;
  return dunningDays.filter((days) => plusDays(pastDueSince, days) <= now).length;
}
