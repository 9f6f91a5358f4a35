import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { scheduled } from '../ports.ts';
import { endMemberships } from './member-ends.ts';

const mostInRun = 500;

/** Memberships of cases whose time is over get their line in the ledger; they gave nothing any more (REC-22). */
export const expireCaseMembers = scheduled(
  {
    topic: 'case.expire_members',
    cron: '* * * * *',
    policy: { ...defaultJobPolicy, queue: 'records' },
    databaseRole: 'app',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ caseMemberSweep }) => caseMemberSweep.toEnd(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const known = await work.caseMembers.find(id);
        const recordCase = known && (await work.cases.find(known.caseId, 'for update'));
        // Somebody may have given them more time until the case was locked.
        const member = await work.caseMembers.find(id);
        if (!recordCase || !member || member.endedAt !== null) return;
        if (member.endsAt === null || member.endsAt > now) return;
        await endMemberships(recordCase, [member], null, work);
      });
  },
);
