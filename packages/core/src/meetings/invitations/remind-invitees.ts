import { z } from 'zod';
import { planLimitReached, rateLimited } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { id, multiline, shown } from '../../kernel/shapes.ts';
import { secondsBetween } from '../../kernel/time.ts';
import { meetingNotFound, occurrenceInvalidState, occurrenceNotFound } from '../errors.ts';
import { meetingToChange, onMeeting } from '../meeting-access.ts';
import { command } from '../ports.ts';
import { reminderQueued, reminderSent } from './events.ts';
import { type Reminder, reminderAudiences, reminderStatuses } from './mail-ports.ts';
import { reminderStates } from './mail-states.ts';
import { emitReminderMails } from './reminder-delivery.ts';

const secondsBetweenReminders = 600;

export const ReminderView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    meetingId: shown.id().describe('The id of the meeting.'),
    sessionId: shown.id().describe('The session that it reminds of.'),
    audience: z.enum(reminderAudiences).describe('Who is reminded.'),
    kind: z
      .enum(['automatic', 'manual'])
      .describe('Whether it is sent by itself or because a host asked for it.'),
    message: z.string().nullable().describe('What the host wrote; null without a message.'),
    dueAt: shown.instant().describe('When it is sent.'),
    status: z.enum(reminderStatuses).describe('What became of it.'),
    recipientCount: z.int().describe('How many people get it.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'MeetingReminder', description: 'A reminder of a session.' });

export const remindInvitees = command({
  summary: 'Remind invitees of a session',
  description:
    'People who declined, whose invitation was revoked, or whose mail came back are left out. Of a webinar, registrants with a place are reminded too, as people who accepted. One session can be reminded of at most once in ten minutes, and nothing is sent after its start.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  outside: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    sessionId: id().optional().describe('The id of a session; by default the next one.'),
    audience: z.enum(reminderAudiences).default('all').describe('Who is reminded.'),
    message: multiline(1000).optional().describe('Words of your own, included in the mail.'),
  }),
  output: z.object({
    reminder: ReminderView,
    queuedCount: z.int().describe('How many reminders are on their way.'),
    skippedCount: z.int().describe('How many people were left out, because they cannot be reminded now.'),
  }),
  errors: [mailBudgetUsed, meetingNotFound, planLimitReached, occurrenceNotFound, occurrenceInvalidState],
  cli: { command: 'meetings remind', aliases: ['remind'] },

  find: ({ meetingId }, context) => meetingToChange(meetingId, context),
  may: onMeeting('remind'),

  async run({ meetingId, sessionId, audience, message }, context) {
    const { meetingReminders, invitees, entitlements, user, workspaceId, now, newId, emit } = context;
    const session = await meetingReminders.session(meetingId, sessionId ?? null, now);
    if (session === null) throw sessionId === undefined ? occurrenceInvalidState() : occurrenceNotFound();
    entitlements.requireWithin('meeting_invitees', await invitees.count(meetingId));
    if (session.status !== 'scheduled' || session.startsAt <= now) throw occurrenceInvalidState();
    const last = await meetingReminders.lastManual(session.sessionId);
    // Nobody is mailed twice at once by hand either (MTG-50).
    const waited = last === null ? secondsBetweenReminders : secondsBetween(last, now);
    if (waited < secondsBetweenReminders)
      throw rateLimited({ retryAfterSeconds: Math.ceil(secondsBetweenReminders - waited) });

    const { recipients, skipped } = await meetingReminders.audience(meetingId, session.sessionId, audience);
    const reminder: Reminder = {
      id: newId(),
      meetingId,
      sessionId: session.sessionId,
      kind: 'manual',
      audience,
      offsetMinutes: null,
      message: message || null,
      dueAt: now,
      status: reminderStates.begin('sent'),
      recipientCount: recipients.length,
      createdByUserId: user.userId,
      createdAt: now,
    };
    await meetingReminders.add(reminder);
    const { id: reminderId, dueAt } = reminder;
    emit(reminderQueued, { reminderId, meetingId, sessionId: session.sessionId, audience, dueAt });
    emit(reminderSent, {
      reminderId,
      meetingId,
      sessionId: session.sessionId,
      audience,
      startsAt: session.startsAt,
      recipientCount: recipients.length,
    });
    emitReminderMails(reminderId, recipients, emit);
    return {
      reminder: { ...reminder, workspaceId, updatedAt: now, version: 1 },
      queuedCount: recipients.length,
      skippedCount: skipped,
    };
  },
});
