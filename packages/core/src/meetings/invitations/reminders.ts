import { defaultJobPolicy, type JobPolicy } from '../../kernel/outbox.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { plusMinutes } from '../../kernel/time.ts';
import {
  meetingCreated,
  meetingSplit,
  meetingUpdated,
  occurrenceCancelled,
  occurrenceRestored,
  occurrenceUpdated,
} from '../events.ts';
import { type MeetingsPorts, reaction, scheduled } from '../ports.ts';
import { reminderSent } from './events.ts';
import { emitReminderMails } from './reminder-delivery.ts';

/** How far ahead reminders are queued; later ones are queued when their time comes nearer. */
const planAheadMinutes = 25 * 60;
/** The greatest offset of a reminder (meetings 3.4). */
const longestOffsetMinutes = 40_320;
const policy: JobPolicy = { ...defaultJobPolicy, queue: 'meetings' };
const planned = {
  policy,
  orderingKey: ({ meetingId }: { meetingId: string }) => `meeting-reminders:${meetingId}`,
};

const plan = (
  meetingId: string | null,
  { meetingReminders, now, newId }: FollowUpContext & MeetingsPorts,
): Promise<void> => meetingReminders.plan(meetingId, now, plusMinutes(now, planAheadMinutes), newId);

export const planRemindersOfNew = reaction(
  meetingCreated,
  { topic: 'meetings.plan_reminders_of_new', needs: ['meetingId'], ...planned },
  ({ meetingId }, { transact }) => transact((context) => plan(meetingId, context)),
);
export const planRemindersOfChanged = reaction(
  meetingUpdated,
  { topic: 'meetings.plan_reminders_of_changed', needs: ['meetingId'], ...planned },
  ({ meetingId }, { transact }) => transact((context) => plan(meetingId, context)),
);
export const planRemindersOfTail = reaction(
  meetingSplit,
  { topic: 'meetings.plan_reminders_of_tail', needs: ['meetingId', 'tailMeetingId'], ...planned },
  async ({ meetingId, tailMeetingId }, { transact }) => {
    for (const half of [meetingId, tailMeetingId]) await transact((context) => plan(half, context));
  },
);
export const planRemindersOfSession = reaction(
  occurrenceUpdated,
  { topic: 'meetings.plan_reminders_of_session', needs: ['meetingId'], ...planned },
  ({ meetingId }, { transact }) => transact((context) => plan(meetingId, context)),
);
export const planRemindersOfCancelled = reaction(
  occurrenceCancelled,
  { topic: 'meetings.plan_reminders_of_cancelled', needs: ['meetingId'], ...planned },
  ({ meetingId }, { transact }) => transact((context) => plan(meetingId, context)),
);
export const planRemindersOfRestored = reaction(
  occurrenceRestored,
  { topic: 'meetings.plan_reminders_of_restored', needs: ['meetingId'], ...planned },
  ({ meetingId }, { transact }) => transact((context) => plan(meetingId, context)),
);

/** Looks ahead at every meeting, one workspace at a time. */
export const planReminders = scheduled(
  { topic: 'meetings.plan_reminders', cron: '40 * * * *', policy, databaseRole: 'identity' },
  async ({ read, transact, now }) => {
    const startingBy = plusMinutes(now, planAheadMinutes + longestOffsetMinutes);
    const due = await read(({ meetingReminders }) => meetingReminders.workspacesToPlan(now, startingBy));
    for (const workspaceId of due)
      await transact(async (context) => {
        context.enter(workspaceId);
        await plan(null, context);
      });
  },
);

/**
 * Turns due reminders into mails, each in a transaction of its own, so that exactly one worker takes it (MTG-50). A
 * reminder that was not taken before its session began is `expired`, and nothing is sent (MTG-51).
 */
export const sendDueReminders = scheduled(
  { topic: 'meetings.reminders', cron: '* * * * *', policy, databaseRole: 'identity' },
  async ({ read, transact, now }) => {
    const workspaceIds = await read(({ meetingReminders }) => meetingReminders.workspacesWithDue(now));
    for (const workspaceId of workspaceIds) {
      const due = await transact((context) => {
        context.enter(workspaceId);
        return context.meetingReminders.due(now);
      });
      for (const id of due)
        await transact(async (context) => {
          context.enter(workspaceId);
          await takeReminder(id, context);
        });
    }
  },
);

async function takeReminder(
  id: string,
  { meetingReminders, emit, now }: FollowUpContext & MeetingsPorts,
): Promise<void> {
  const reminder = await meetingReminders.take(id, now);
  if (reminder === null || reminder.status !== 'sent') return;
  const { meetingId, sessionId, audience, startsAt } = reminder;
  const { recipients } = await meetingReminders.audience(meetingId, sessionId, audience);
  const recipientCount = recipients.length;
  await meetingReminders.countRecipients(id, recipientCount);
  emit(reminderSent, { reminderId: id, meetingId, sessionId, audience, startsAt, recipientCount });
  emitReminderMails(id, recipients, emit);
}
