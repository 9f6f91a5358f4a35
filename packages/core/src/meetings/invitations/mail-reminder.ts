import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { brandOf } from '../organizer-as-sender.ts';
import { reaction } from '../ports.ts';
import { reminderMailDue } from './events.ts';
import type { MeetingLetter, Reminder } from './mail-ports.ts';
import { meetingReminderMail } from './mails/meeting-reminder.ts';
import { remindOnce } from './reminder-delivery.ts';
import { joinLinkOf } from './send-meeting-mail.ts';

/** Reminds one invitee, before the session begins and once (MTG-50, MTG-51). */
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
  ({ reminderId, invitationId }, context) =>
    remindOnce(
      reminderId,
      { kind: 'invitation', id: invitationId },
      async (reminder, { meetingMails }) => {
        const letter = await meetingMails.letter(invitationId, reminder.sessionId, context.now);
        if (letter === null || !isWanted(reminder, letter)) return null;
        const { address, startsAt, displayName } = letter;
        if (address === null || startsAt === null) return null;
        const joinLink = joinLinkOf(invitationId, letter, context);
        return {
          startsAt,
          to: { address, name: displayName },
          sender: letter,
          inReplyTo: letter.firstMessageId,
          render: () =>
            meetingReminderMail({
              ...letter,
              brand: brandOf(letter),
              answerFor: letter.recurrence === null ? null : reminder.sessionId,
              startsAt,
              recipientName: displayName,
              note: reminder.message,
              joinLink,
              unanswered: answerOf(letter) === 'pending',
              isRegistered: false,
              rules: context.timeZones,
            }),
        };
      },
      context,
    ),
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
