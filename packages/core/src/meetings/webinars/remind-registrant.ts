import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { registrantReminderDue } from '../invitations/events.ts';
import type { Reminder } from '../invitations/mail-ports.ts';
import { meetingReminderMail } from '../invitations/mails/meeting-reminder.ts';
import { type ReminderMail, remindOnce } from '../invitations/reminder-delivery.ts';
import { brandOf } from '../organizer-as-sender.ts';
import { type MeetingsPorts, type MeetingsReacting, reaction } from '../ports.ts';
import { mailToOutsiders } from './outsiders.ts';
import { holdsPlace } from './registration.ts';
import { registrationLinkOf, registrationTokenOf } from './registration-token.ts';

/** Reminds one registrant with a place as an invitee is reminded: before the session begins and once (MTG-50, MTG-111). */
export const remindRegistrant = reaction(
  registrantReminderDue,
  {
    topic: 'meetings.remind_registrant',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: mailToOutsiders,
    aggregate: ({ registrationId }) => ({ type: 'registration', id: registrationId }),
  },
  ({ reminderId, registrationId }, context) =>
    remindOnce(
      reminderId,
      { kind: 'registration', id: registrationId },
      (reminder, ports) => reminderMailOf(registrationId, reminder, ports, context),
      context,
    ),
);

/** Judged when the mail is about to leave, not when the reminder was taken. */
async function reminderMailOf(
  registrationId: string,
  { sessionId, message }: Reminder,
  { registrations, occurrences, meetings }: MeetingsPorts,
  context: MeetingsReacting,
): Promise<ReminderMail | null> {
  const registration = await registrations.get(registrationId);
  const { email, displayName, deliveryStatus, chainId } = registration;
  if (!holdsPlace(registration) || email === null || deliveryStatus === 'bounced') return null;
  const session = await occurrences.get(sessionId);
  const meeting = await meetings.get(session.meetingId);
  const webinar = await registrations.webinarOfChain(chainId);
  if (webinar === null || meeting.status === 'cancelled' || session.status !== 'scheduled') return null;
  const { locale, organizerName, joinCode } = webinar;
  const token = registrationTokenOf(registration, context);
  const { startsAt, durationMinutes } = session;
  return {
    startsAt,
    to: { address: email, name: displayName },
    sender: webinar,
    inReplyTo: registration.firstMessageId,
    render: () =>
      meetingReminderMail({
        locale,
        brand: brandOf(webinar),
        organizerName,
        startsAt,
        durationMinutes,
        title: session.title ?? meeting.title,
        timeZone: meeting.timeZone,
        ownTimeZone: registration.timeZone,
        recipientName: displayName,
        note: message,
        joinLink: registrationLinkOf(context.settings.webUrl, joinCode, token),
        unanswered: false,
        answerFor: null,
        allowTentative: false,
        isRegistered: true,
        rules: context.timeZones,
      }),
  };
}
