import { renewalJobs } from '../jobs.ts';
import { type LifecycleReacting, scheduled } from '../ports.ts';
import { openWantedRenewal } from './open-wanted-renewal.ts';
import type { DueRenewal } from './ports.ts';

const batch = 200;

/** Opens the renewals that policies want by now, each in a transaction of its own that looks at the document once more (REN-2). */
export const openDueRenewals = scheduled(
  { topic: 'lifecycle.open_renewals', cron: '*/15 * * * *', policy: renewalJobs, databaseRole: 'identity' },
  async (context) => {
    let after: string | null = null;
    for (;;) {
      const from: string | null = after;
      const due: readonly DueRenewal[] = await context.read(({ renewalSweep }) =>
        renewalSweep.toOpen(context.now, from, batch),
      );
      for (const one of due) await open(one, context);
      after = due.at(-1)?.documentId ?? null;
      if (due.length < batch) return;
    }
  },
);

const open = ({ workspaceId, documentId }: DueRenewal, { transact }: LifecycleReacting) =>
  transact(async (work) => {
    work.enter(workspaceId);
    const document = await work.documentLibrary.get(documentId, 'for update');
    if (document?.status === 'active') await openWantedRenewal(document, work);
  });
