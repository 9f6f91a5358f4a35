import { recordSweepJobs } from '../../jobs.ts';
import { scheduled } from '../../ports.ts';
import { endPending } from './end-pending.ts';
import { transferStatusAt } from './transfer.ts';

const mostInRun = 200;

/** Writes down which hand-overs nobody has accepted in time; that they cannot be any more is decided by the clock before. */
export const expireCaseTransfers = scheduled(
  { topic: 'case.expire_transfers', cron: '* * * * *', policy: recordSweepJobs, databaseRole: 'identity' },
  async ({ now, read, transact }) => {
    const due = await read(({ caseTransferSweep }) => caseTransferSweep.toExpire(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const known = await work.caseTransfers.get(id);
        const recordCase = known && (await work.cases.find(known.caseId, 'for update'));
        const transfer = await work.caseTransfers.get(id, 'for update');
        if (recordCase === null || transfer?.status !== 'pending') return;
        if (transferStatusAt(transfer, now) !== 'expired') return;
        await endPending(transfer, recordCase, { action: 'expire', byUserId: null, reason: null }, work);
      });
  },
);
