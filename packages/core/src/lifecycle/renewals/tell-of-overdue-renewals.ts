import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import { renewalJobs } from '../jobs.ts';
import { type LifecycleReacting, scheduled } from '../ports.ts';
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
    let after: string | null = null;
    for (;;) {
      const from: string | null = after;
      const due: readonly DueRenewal[] = await context.read(({ renewalSweep }) =>
        renewalSweep.overdue(latest, from, batch),
      );
      for (const one of due) await tell(one, context);
      after = due.at(-1)?.documentId ?? null;
      if (due.length < batch) return;
    }
  },
);

const tell = ({ workspaceId, documentId }: DueRenewal, { now, timeZones, transact }: LifecycleReacting) =>
  transact(async (work) => {
    work.enter(workspaceId);
    if ((await work.documentLibrary.get(documentId, 'for update')) === null) return;
    const renewal = await work.renewals.openOf(documentId);
    const { timeZone } = await work.lifecycles.read(documentId, now);
    if (renewal === null || renewal.overdueToldFor === renewal.dueOn) return;
    if (localDate(now, timeZone, timeZones) <= renewal.dueOn) return;
    await work.renewals.save({ ...renewal, overdueToldFor: renewal.dueOn });
    work.emit(renewalOverdue, { renewalId: renewal.id });
  });
