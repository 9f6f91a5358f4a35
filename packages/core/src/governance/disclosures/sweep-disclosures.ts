import { plusMonths } from '../../kernel/months.ts';
import { governanceSweepJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { authorizationStates, authorizationStatusAt } from './authorization.ts';
import { nextReminder } from './due-reminders.ts';
import { expireAuthorization, expirePackage, withdrawPackage } from './end-disclosures.ts';
import { authorizationMailDue } from './events.ts';
import { accountedMonths } from './list-accounting.ts';
import { approvedBefore, packageStatusAt } from './release-package.ts';

const mostInRun = 200;
const job = { policy: governanceSweepJobs, databaseRole: 'identity' } as const;
const everyMinute = { ...job, cron: '* * * * *' } as const;

/** Writes down which authorizations have ended; that they have is decided by the clock before. */
export const expireAuthorizations = scheduled(
  { ...everyMinute, topic: 'governance.expire_authorizations' },
  async ({ now, read, transact }) => {
    const due = await read(({ disclosureSweep }) => disclosureSweep.authorizationsToExpire(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const authorization = await work.disclosureAuthorizations.get(id, 'for update');
        if (authorization === null || authorizationStates.isFinal(authorization.status)) return;
        if (authorizationStatusAt(authorization, now) !== 'expired') return;
        const recordCase = await work.recordCases.get(authorization.caseId);
        if (recordCase !== null) await expireAuthorization(authorization, recordCase, work);
      });
  },
);

/** The same for packages: released ones whose time is over, and approved ones that nobody has released. */
export const endPackages = scheduled(
  { ...everyMinute, topic: 'governance.expire_packages' },
  async ({ now, read, transact }) => {
    const due = await read(({ disclosureSweep }) =>
      disclosureSweep.packagesToEnd(now, approvedBefore(now), mostInRun),
    );
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const first = await work.releasePackages.get(id);
        if (first === null) return;
        await work.disclosureAuthorizations.get(first.authorizationId, 'for update');
        const released = await work.releasePackages.get(id, 'for update');
        const recordCase = released && (await work.recordCases.get(released.caseId));
        if (released === null || recordCase === null) return;
        const status = packageStatusAt(released, now);
        if (status === released.status) return;
        if (status === 'expired') await expirePackage(released, recordCase, work);
        else {
          const end = { byUserId: null, reason: null, tellsRecipient: false };
          await withdrawPackage(released, recordCase, end, work);
        }
      });
  },
);

/** Reminds those who decide of what is due: a week and a day before, and then every day. */
export const remindOfDisclosures = scheduled(
  { ...everyMinute, topic: 'governance.disclosure_due' },
  async ({ now, read, transact, timeZones }) => {
    const due = await read(({ disclosureSweep }) => disclosureSweep.authorizationsDue(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const authorization = await work.disclosureAuthorizations.get(id, 'for update');
        if (authorization === null || authorization.remindAt === null || authorization.remindAt > now) return;
        const { defaultTimeZone } = await work.workspaceIdentity.profile();
        const isOpen = authorizationStatusAt(authorization, now) !== 'expired';
        const remindAt = isOpen
          ? nextReminder(authorization.dueOn, defaultTimeZone, { now, timeZones })
          : null;
        await work.disclosureAuthorizations.save({ ...authorization, remindAt });
        if (isOpen) work.emit(authorizationMailDue, { authorizationId: id, on: now.slice(0, 10) });
      });
  },
);

/** Disclosures are accounted for for six years. */
export const purgeAccounting = scheduled(
  { ...job, cron: '30 3 1 * *', topic: 'governance.purge_accounting' },
  async ({ now, read, transact }) => {
    const before = plusMonths(now, -accountedMonths);
    for (;;) {
      const due = await read(({ disclosureSweep }) => disclosureSweep.accountingToPurge(before, mostInRun));
      for (const workspaceId of new Set(due.map((line) => line.workspaceId)))
        await transact(async (work) => {
          work.enter(workspaceId);
          const own = due.filter((line) => line.workspaceId === workspaceId);
          await work.disclosureAccounting.remove(own.map(({ id }) => id));
        });
      if (due.length < mostInRun) return;
    }
  },
);
