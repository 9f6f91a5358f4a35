import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { MailRefused } from '../../kernel/ports.ts';
import { type CalendarSubject, loadCalendarPart } from '../calendar/calendar-part.ts';
import type { Occurrence } from '../occurrence.ts';
import { brandOf, fromOrganizer } from '../organizer-as-sender.ts';
import { type MeetingsPorts, type MeetingsReacting, reaction } from '../ports.ts';
import { type RegistrationMailDue, type RegistrationMailSubject, registrationMailDue } from './events.ts';
import { type WebinarLetterKind, webinarLetter } from './mails/webinar-letter.ts';
import { mailToOutsiders } from './outsiders.ts';
import { mailAggregate } from './places.ts';
import { isActive, type Registration } from './registration.ts';
import { registrationLinkOf, registrationTokenOf } from './registration-token.ts';

/**
 * Mails a registrant the current state of their registration; a mail that was overtaken is not sent. Whoever has a place
 * gets a calendar entry; whoever loses it gets its cancellation.
 */
export const mailRegistrant = reaction(
  registrationMailDue,
  {
    topic: 'meetings.mail_registrant',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: mailToOutsiders,
    orderingKey: ({ registrationId }) => `registration-mail:${registrationId}`,
    aggregate: mailAggregate,
    dueAt: ({ dueAt }) => dueAt,
  },
  async (due, context) => {
    const { read, transact, mail, settings, timeZones, now } = context;
    const content = await read((ports) => letterContentFor(due, context, ports));
    if (content === null) return;
    const { registration, address, token, webinar, title, session, calendar } = content;
    const { registrationId, about } = due;
    const letter = letterOf(registration, about, { session, goesOn: webinar.occurrences.length > 0 });
    const link = registrationLinkOf(settings.webUrl, webinar.joinCode, token);
    const timeZone = registration.timeZone ?? webinar.timeZone;
    const sender = fromOrganizer(webinar, settings);
    const outcome = { sequence: calendar?.sequence ?? null, at: now };
    try {
      const messageId = mail.messageIdOf('registrant');
      await mail.send({
        key: 'registrant',
        ...sender,
        inReplyTo: registration.firstMessageId,
        to: { address, name: registration.displayName },
        ...webinarLetter({
          ...webinar,
          title,
          ...(session === null || session.recurrenceId === null ? {} : dateOf(session, webinar.title)),
          letter,
          recipientName: registration.displayName,
          brand: brandOf(webinar),
          answersReachOrganizer: sender.replyTo !== null,
          timeZone: timeZones.has(timeZone) ? timeZone : webinar.timeZone,
          reason: about === 'standing' ? registration.decisionReason : null,
          link: isActive(registration) && letter !== 'called_off' ? link : null,
          rules: timeZones,
        }),
        ...(calendar === null ? {} : { calendar }),
      });
      await transact(({ registrations }) =>
        registrations.delivered(registrationId, { ...outcome, status: 'sent', messageId }),
      );
    } catch (error) {
      if (error instanceof MailRefused)
        await transact(({ registrations }) =>
          registrations.delivered(registrationId, { ...outcome, status: 'failed', messageId: null }),
        );
      throw error;
    }
  },
);

/** What the letter is written from; null if nothing is left to say. */
async function letterContentFor(
  { registrationId, status, about, meetingId, sessionId }: RegistrationMailDue,
  context: MeetingsReacting,
  { registrations, occurrences, meetings, calendarStates }: MeetingsPorts,
) {
  const registration = await registrations.get(registrationId);
  if (registration.status !== status || registration.email === null) return null;
  const webinar = await registrations.webinarOfChain(registration.chainId);
  if (webinar === null) return null;

  const token = registrationTokenOf(registration, context);
  const subject = subjectOf(registration, about, sessionId);
  const holder = { kind: 'registration', id: registrationId, meetingId } as const;
  const calendar =
    subject === null ? null : await loadCalendarPart(holder, subject, { ...context, calendarStates });
  // Another mail reports a date that was deleted or has changed again since.
  const isOvertaken = calendar === null || (about === 'session_changed' && calendar.method === 'CANCEL');
  if (sessionId !== null && isOvertaken) return null;
  const session = sessionId === null ? null : await occurrences.get(sessionId);
  // `webinar` is the part that continues; the cancelled part is the one of the calendar entry.
  const { title } = about === 'called_off' && meetingId !== null ? await meetings.get(meetingId) : webinar;
  return { registration, address: registration.email, token, webinar, title, session, calendar };
}

const dateOf = (session: Occurrence, title: string) => ({
  title: session.title ?? title,
  occurrences: [session],
});

/**
 * Whoever has not been mailed their place yet is mailed the place, not the change. A webinar with one date changes, or is
 * cancelled, with it; a webinar of which one part is cancelled continues with the rest.
 */
function letterOf(
  { status, lastSequence }: Registration,
  about: RegistrationMailSubject,
  { session, goesOn }: { readonly session: Occurrence | null; readonly goesOn: boolean },
): WebinarLetterKind {
  if (about === 'standing' || (about === 'changed' && (status !== 'approved' || lastSequence === null)))
    return status;
  if (about === 'called_off') return goesOn && status === 'approved' ? 'changed' : 'called_off';
  if (session === null || session.recurrenceId !== null) return about;
  return about === 'session_cancelled' ? 'called_off' : 'changed';
}

/** Whoever has a place gets a calendar entry; whoever lost it gets its cancellation. */
function subjectOf(
  { status, lastSequence }: Registration,
  about: RegistrationMailSubject,
  occurrenceId: string | null,
): CalendarSubject | null {
  const takenBack = lastSequence === null ? null : ({ kind: 'cancel' } as const);
  if (occurrenceId !== null)
    return { kind: 'occurrence', occurrenceId, cancelled: about === 'session_cancelled' };
  if (about === 'called_off') return takenBack;
  if (status === 'approved') return { kind: 'whole' };
  return status === 'pending' || status === 'waitlisted' ? null : takenBack;
}
