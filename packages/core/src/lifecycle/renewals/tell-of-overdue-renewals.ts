import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { renewalJobs } from '../jobs.ts';
import { type LifecyclePorts, scheduled } from '../ports.ts';
import { settleEach } from '../sweep.ts';
import { renewalOverdue } from './events.ts';
import type { DueRenewal } from './ports.ts';

const batch = 200;

/** Has the owners of renewals told once for each day that has passed: the day ends in the zone of the document. */
export const tellOfOverdueRenewals = scheduled(
  {
    topic: 'lifecycle.overdue_renewals',
    cron: '5,35 * * * *',
    policy: renewalJobs,
    databaseRole: 'identity',
  },
  async (context) => {
    // Somewhere on earth it is this day already.
    const latest = daysLater(context.now.slice(0, 10), 1);
    const find = (after: DueRenewal | null, most: number) =>
      context.read(({ renewalSweep }) => renewalSweep.overdue(latest, after?.documentId ?? null, most));
    await settleEach({ most: batch, find }, tell, context);
  },
);

async function tell(
  { documentId }: DueRenewal,
  { documentLibrary, renewals, lifecycles, now, timeZones, emit }: LifecyclePorts & FollowUpContext,
): Promise<void> {
  if ((await documentLibrary.get(documentId, 'for update')) === null) return;
  const renewal = await renewals.openOf(documentId);
  const { timeZone } = await lifecycles.read(documentId, now);
  if (renewal === null || renewal.overdueToldFor === renewal.dueOn) return;
  if (localDate(now, timeZone, timeZones) <= renewal.dueOn) return;
  await renewals.save({ ...renewal, overdueToldFor: renewal.dueOn });
  emit(renewalOverdue, { renewalId: renewal.id });
}
