import { recordSweepJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { followUpReminderDue } from './events.ts';
import { isAwaited } from './follow-up.ts';

const mostInRun = 500;

/**
 * Hands on the reminders whose time has come (REC-33). The mark and the job of the mail commit together, so that a process that
 * ends in between neither forgets one nor sends it twice (REC-103).
 */
export const sendFollowUpReminders = scheduled(
  {
    topic: 'records.follow_up_reminders',
    cron: '* * * * *',
    policy: recordSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ followUpSweep }) => followUpSweep.toRemind(now, mostInRun));
    for (const { workspaceId, followUpId, minutesBefore, dueAt } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const followUp = await work.followUps.find(followUpId, 'for update');
        if (followUp === null || !isAwaited(followUp) || followUp.dueAt !== dueAt) return;
        if (!(await work.followUps.noteReminder(followUpId, minutesBefore, dueAt, now))) return;
        work.emit(followUpReminderDue, { followUpId, minutesBefore, dueAt });
      });
  },
);
