import { defaultJobPolicy, PermanentJobError } from '../../kernel/outbox.ts';
import { MailRefused } from '../../kernel/ports.ts';
import { calendarFor } from '../calendar/calendar-for.ts';
import { joinUrlOf } from '../join-code.ts';
import { reaction } from '../ports.ts';
import { registrationMailDue } from './events.ts';
import { type WebinarLetterKind, webinarLetter } from './mails/webinar-letter.ts';
import { isStanding, type Registration } from './registration.ts';

/**
 * Tells a registrant how the registration stands, written from what it is by then; a mail that was overtaken is not sent.
 * A calendar entry goes with a place, and is taken back from whoever was sent one.
 */
export const mailRegistrant = reaction(
  registrationMailDue,
  {
    topic: 'meetings.mail_registrant',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    orderingKey: ({ registrationId }) => `registration-mail:${registrationId}`,
    aggregate: ({ registrationId }) => ({ type: 'registration', id: registrationId }),
    dueAt: ({ dueAt }) => dueAt,
  },
  async ({ registrationId, status, about }, context) => {
    const { registrations, linkTokens, mail, settings, timeZones, now } = context;
    const registration = await registrations.get(registrationId);
    if (registration.status !== status || registration.email === null) return;
    const webinar = await registrations.webinarOfChain(registration.chainId);
    if (webinar === null) return;

    const { token } = linkTokens.derive(
      'webinar_registration',
      registrationId,
      registration.tokenGeneration,
      registration.tokenKeyNumber,
    );
    // A link that does not fit the stored digest would be dead on arrival.
    if (linkTokens.hash(token) !== registration.tokenHash)
      throw new PermanentJobError('link_key.missing', 'The key that made this link is not configured');
    const letter = letterOf(registration, about);
    const subject = calendarSubjectOf(registration, letter);
    const calendar =
      subject === null
        ? null
        : await calendarFor({ kind: 'registration', id: registrationId }, { kind: subject }, context);

    const link = `${joinUrlOf(settings.webUrl, webinar.joinCode)}&registration=${token}`;
    const timeZone = registration.timeZone ?? webinar.timeZone;
    const outcome = { sequence: calendar?.sequence ?? null, at: now };
    try {
      const messageId = mail.messageIdOf('registrant');
      await mail.send({
        key: 'registrant',
        from: settings.mailOrganizer,
        replyTo: webinar.organizerEmail,
        inReplyTo: registration.firstMessageId,
        to: { address: registration.email, name: registration.displayName },
        ...webinarLetter({
          ...webinar,
          letter,
          recipientName: registration.displayName,
          timeZone: timeZones.has(timeZone) ? timeZone : webinar.timeZone,
          reason: about === 'standing' ? registration.decisionReason : null,
          link: isStanding(registration) && letter !== 'called_off' ? link : null,
          rules: timeZones,
        }),
        ...(calendar === null ? {} : { calendar }),
      });
      await registrations.delivered(registrationId, { ...outcome, status: 'sent', messageId });
    } catch (error) {
      if (error instanceof MailRefused)
        await registrations.delivered(registrationId, { ...outcome, status: 'failed', messageId: null });
      throw error;
    }
  },
);

/** Of what changed before somebody was told that they have a place, they are told the place. */
function letterOf(
  { status, lastSequence }: Registration,
  about: 'standing' | 'changed' | 'called_off',
): WebinarLetterKind {
  if (about === 'called_off') return 'called_off';
  return about === 'changed' && status === 'approved' && lastSequence !== null ? 'changed' : status;
}

/** An entry goes with a place; from whoever was sent one it is taken back. */
function calendarSubjectOf(
  { lastSequence }: Registration,
  letter: WebinarLetterKind,
): 'whole' | 'cancel' | null {
  if (letter === 'approved' || letter === 'changed') return 'whole';
  if (letter === 'pending' || letter === 'waitlisted') return null;
  return lastSequence === null ? null : 'cancel';
}
