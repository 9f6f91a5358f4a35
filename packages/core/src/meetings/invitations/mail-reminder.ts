import { defaultJobPolicy, RetryLater } from '../../kernel/outbox.ts';
import { plusSeconds } from '../../kernel/time.ts';
import { reaction } from '../ports.ts';
import { reminderMailDue } from './events.ts';
import type { MeetingLetter, Reminder } from './mail-ports.ts';
import { meetingReminderMail } from './mails/meeting-reminder.ts';
import { joinLinkOf } from './send-meeting-mail.ts';

/** How long whoever hands a reminder on holds its delivery; the lease of the job is shorter. */
const deliveryHoldSeconds = 300;

/**
 * Reminds one person, before the session begins and once: the delivery is held while the mail is handed on, and marked after
 * it. If the process ends between the two, nobody knows whether the mail left, so it is handed on again when the hold is over,
 * under the same Message-ID, by which mail servers and readers know it again (MTG-50, MTG-51).
 */
export const mailReminder = reaction(
  reminderMailDue,
  {
    topic: 'meetings.mail_reminder',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: {
      beyond: 'leave out',
      outsiders: async (events, { meetingMails }) =>
        meetingMails.guestsOf(
          events.map(({ invitationId }) => ({
            meetingId: null,
            invitationId,
            sessionId: null,
            merging: null,
          })),
        ),
    },
    databaseRole: 'identity',
    aggregate: ({ invitationId }) => ({ type: 'meeting_invitation', id: invitationId }),
  },
  async ({ reminderId, invitationId }, context) => {
    const { transact, mail, settings, timeZones, now } = context;
    const taken = await transact(async ({ meetingReminders, meetingMails }) => {
      const reminder = await meetingReminders.get(reminderId);
      if (reminder === null) return null;
      const letter = await meetingMails.letter(invitationId, reminder.sessionId, now);
      if (letter === null || letter.address === null || letter.startsAt === null) return null;
      if (!isWanted(reminder, letter) || letter.startsAt <= now) return null;
      const joinLink = joinLinkOf(invitationId, letter, context);
      const lapsed = plusSeconds(now, -deliveryHoldSeconds);
      const delivery = await meetingReminders.takeDelivery(reminderId, invitationId, now, lapsed);
      if (delivery === 'held')
        throw new RetryLater('reminder.held', 'Its delivery is being handed on', deliveryHoldSeconds);
      if (delivery === 'sent') return null;
      return { reminder, letter, address: letter.address, startsAt: letter.startsAt, joinLink };
    });
    if (taken === null) return;

    const { reminder, letter, address, startsAt, joinLink } = taken;
    try {
      await mail.send({
        key: 'meeting-reminder',
        about: `${reminderId}.${invitationId}`,
        from: settings.mailOrganizer,
        replyTo: letter.organizerEmail,
        to: { address, name: letter.displayName },
        inReplyTo: letter.firstMessageId,
        ...meetingReminderMail({
          ...letter,
          startsAt,
          recipientName: letter.displayName,
          note: reminder.message,
          joinLink,
          unanswered: answerOf(letter) === 'pending',
          rules: timeZones,
        }),
      });
    } catch (error) {
      await transact(({ meetingReminders }) => meetingReminders.giveBackDelivery(reminderId, invitationId));
      throw error;
    }
    await transact((ports) => ports.meetingReminders.markDelivery(reminderId, invitationId, ports.now));
  },
);

const answerOf = ({ sessionAnswer, status }: MeetingLetter) =>
  status === 'revoked' ? status : (sessionAnswer ?? status);

/** Judged when the mail is about to leave, not when the reminder was taken. */
function isWanted({ audience }: Reminder, letter: MeetingLetter): boolean {
  const answer = answerOf(letter);
  if (answer === 'revoked' || answer === 'declined' || letter.deliveryStatus === 'bounced') return false;
  if (letter.meetingStatus === 'cancelled' || letter.sessionStatus !== 'scheduled') return false;
  return audience === 'all' || (audience === 'accepted') === (answer === 'accepted');
}
