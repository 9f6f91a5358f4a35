import { endRound } from './ended-round.ts';
import { aboutRound, documentExpired } from './events.ts';
import { signingSweepJobs } from './jobs.ts';
import { scheduled } from './ports.ts';
import { expiredRound } from './round.ts';

const mostInRun = 200;

/** Ends rounds whose deadline has passed, each in a transaction of its own that looks again under the lock. */
export const expireSigningRounds = scheduled(
  {
    topic: 'documents.expire_rounds',
    cron: '*/5 * * * *',
    policy: signingSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ signingSweep }) => signingSweep.roundsToExpire(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const { rounds, signers, documentLibrary, emit } = work;
        const named = await rounds.get(id);
        const document = named === null ? null : await documentLibrary.get(named.documentId, 'for update');
        const round = document === null ? null : await rounds.get(id);
        if (document === null || round === null) return;
        if (round.status !== 'sent' || round.deadlineAt === null || round.deadlineAt > now) return;
        const ended = await endRound(
          document,
          await signers.of(id),
          { round: expiredRound(round, now), reason: 'expired', notice: 'expired' },
          work,
        );
        emit(documentExpired, aboutRound(ended.document, ended.round));
      });
  },
);
