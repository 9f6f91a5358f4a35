import { governanceSweepJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { statusAt } from './consent.ts';
import { expireConsent } from './end-consent.ts';
import { consentMailDue } from './events.ts';

const mostInRun = 200;
const job = { cron: '* * * * *', policy: governanceSweepJobs, databaseRole: 'identity' } as const;

/** Writes down which consents, and requests for one, have ended; that they have is decided by the clock before. */
export const expireConsents = scheduled(
  { ...job, topic: 'governance.expire_consents' },
  async ({ now, read, transact }) => {
    const due = await read(({ consentSweep }) => consentSweep.toExpire(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const consent = await work.consents.get(id, 'for update');
        if (consent === null || consent.status === 'expired' || statusAt(consent, now) !== 'expired') return;
        const subject = await work.recordSubjects.get(consent.subjectId);
        if (subject !== null) await expireConsent(consent, subject, work);
      });
  },
);

/** Reminds whoever was asked for a consent, once, at half of the time. */
export const remindConsents = scheduled(
  { ...job, topic: 'governance.remind_consents' },
  async ({ now, read, transact }) => {
    const due = await read(({ consentSweep }) => consentSweep.toRemind(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const consent = await work.consents.get(id, 'for update');
        if (consent === null || consent.remindAt === null || consent.remindAt > now) return;
        if (statusAt(consent, now) !== 'requested') return;
        await work.consents.save({ ...consent, remindAt: null, remindedAt: now });
        work.emit(consentMailDue, { consentId: id, occasion: 'reminder' });
      });
  },
);
