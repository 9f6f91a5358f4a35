import { recordMailJobs, recordSweepJobs } from '../jobs.ts';
import { reaction, scheduled } from '../ports.ts';
import { entrySignatureDue } from './events.ts';
import { authorOf, mailOf } from './mail-entry.ts';

const mostInRun = 500;

/**
 * Says hourly to authors which versions are to be signed: once when they are due, and once 72 hours later. The mark and the
 * job of the mail commit together (REC-103).
 */
export const sendSignatureReminders = scheduled(
  {
    topic: 'records.signatures_due',
    cron: '0 * * * *',
    policy: recordSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ signatureSweep }) => signatureSweep.due(now, mostInRun));
    for (const { workspaceId, artifactId, dueAt, hoursLate } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const entry = await work.entries.find(artifactId, 'for update');
        if (entry === null || entry.signatureDueAt !== dueAt) return;
        if (!(await work.entries.noteSignatureReminder(artifactId, dueAt, hoursLate, now))) return;
        work.emit(entrySignatureDue, { artifactId, dueAt, hoursLate });
      });
  },
);

/** Its author hears that it is to be signed, unless it was or is not any more. */
export const mailSignatureDue = reaction(
  entrySignatureDue,
  {
    policy: recordMailJobs,
    mails: 'members',
    databaseRole: 'identity',
    topic: 'records.mail_signature_due',
    aggregate: ({ artifactId }) => ({ type: 'entry', id: artifactId }),
  },
  ({ artifactId, dueAt }, context) =>
    mailOf(artifactId, 'signature_due', authorOf, context, (entry) => entry.signatureDueAt === dueAt),
);
