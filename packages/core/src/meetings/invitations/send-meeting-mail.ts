import { defaultJobPolicy, PermanentJobError } from '../../kernel/outbox.ts';
import { MailRefused } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import {
  type CalendarState,
  type CalendarSubject,
  calendarPartOf,
  loadCalendarState,
} from '../calendar/index.ts';
import { joinUrlOf } from '../join-code.ts';
import { brandOf, fromOrganizer } from '../organizer-as-sender.ts';
import { type MeetingsPorts, type MeetingsReacting, reaction } from '../ports.ts';
import { meetingMailDue } from './events.ts';
import type { MeetingLetter, MeetingMail } from './mail-ports.ts';
import { meetingCancelledMail } from './mails/meeting-cancelled.ts';
import { meetingInvitationMail } from './mails/meeting-invitation.ts';
import { meetingUpdatedMail } from './mails/meeting-updated.ts';

type Sending = MeetingsReacting;

/**
 * Writes one message to one invitee from the current state of the meeting, as text and as a calendar file, with the
 * person's own link. A message that was overtaken is not sent: a request for a meeting that is cancelled, or to somebody
 * who is not invited any more.
 */
export const sendMeetingMail = reaction(
  meetingMailDue,
  {
    topic: 'meetings.mail',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: {
      // Whoever is invited, reminded of an invitation, or taken off the list by a call; what follows from a change was counted with it.
      beyond: 'refuse',
      outsiders: (events, { meetingMails }) =>
        meetingMails.guestsOf(
          events.map(({ meetingId, invitationId }) => ({
            meetingId,
            invitationId,
            sessionId: null,
            merging: null,
          })),
        ),
    },
    databaseRole: 'identity',
    needs: ['mailId', 'invitationId'],
    aggregate: ({ invitationId }) => ({ type: 'meeting_invitation', id: invitationId }),
    orderingKey: ({ lane }) => `meeting-mail:${lane}`,
    dueAt: ({ dueAt }) => dueAt,
  },
  async ({ mailId, invitationId }, context) => {
    const { transact, now } = context;
    const sendable = await transact(async (ports) => {
      const { meetingMails, calendarStates } = ports;
      const message = await meetingMails.open(mailId);
      if (message === null) return null;
      const letter = await meetingMails.letter(invitationId, message.sessionId, now);
      if (letter === null || !isWanted(message, letter)) {
        await meetingMails.close(mailId, 'skip');
        return null;
      }
      const { address } = letter;
      if (address === null) {
        await unsent(message, now, ports);
        return null;
      }
      const holder = { kind: 'invitation', id: invitationId } as const;
      return {
        message,
        letter,
        address,
        state: await loadCalendarState(holder, partOf(message), calendarStates),
      };
    });
    if (sendable === null) return;
    try {
      await send(sendable, context);
    } catch (error) {
      if (error instanceof MailRefused) await transact((ports) => unsent(sendable.message, now, ports));
      throw error;
    }
  },
);

interface Sendable {
  readonly message: MeetingMail;
  readonly letter: MeetingLetter;
  readonly address: string;
  readonly state: CalendarState | null;
}

const isCancellation = ({ kind }: MeetingMail) => kind === 'cancelled' || kind === 'occurrence_cancelled';

function isWanted(
  message: MeetingMail,
  { status, meetingStatus, sessionStatus, hasTail, deliveryStatus, firstMessageId }: MeetingLetter,
): boolean {
  // Whose invitation was still waiting has nothing to take back (MTG-111).
  if (isCancellation(message)) return deliveryStatus !== 'queued' || firstMessageId !== null;
  if (status === 'revoked' || meetingStatus === 'cancelled' || meetingStatus === 'archived') return false;
  // Calendars still hold the times that moved from a head to its tail, even if the head is over.
  if (meetingStatus === 'ended' && !hasTail) return false;
  return message.sessionId === null || sessionStatus === 'scheduled' || sessionStatus === 'live';
}

async function unsent(
  { id, invitationId }: MeetingMail,
  now: Instant,
  { meetingMails }: Pick<MeetingsPorts, 'meetingMails'>,
): Promise<void> {
  await meetingMails.delivered(invitationId, 'failed', null, now);
  await meetingMails.close(id, 'fail');
}

async function send({ message, letter, address, state }: Sendable, context: Sending): Promise<void> {
  const { id, invitationId } = message;
  const { transact, mail, settings, now } = context;
  const calendar = state === null ? null : calendarPartOf(state, partOf(message), context);
  if (calendar === null) return transact(({ meetingMails }) => meetingMails.close(id, 'skip'));

  const key = keys[message.kind];
  const messageId = mail.messageIdOf(key);
  await mail.send({
    key,
    ...fromOrganizer(letter, settings),
    to: { address, name: letter.displayName },
    inReplyTo: letter.firstMessageId,
    ...wordsOf(message, letter, context),
    calendar: { method: calendar.method, content: calendar.content },
  });
  await transact(async ({ meetingMails }) => {
    await meetingMails.delivered(invitationId, 'sent', { sequence: calendar.sequence, messageId }, now);
    await meetingMails.close(id, 'send', messageId);
  });
}

/** Which components of the calendar file the person gets (meetings 7.4). */
function partOf({ kind, sessionId }: MeetingMail): CalendarSubject {
  if (kind === 'cancelled') return { kind: 'cancel' };
  if (sessionId === null) return { kind: 'whole' };
  return kind === 'occurrence_cancelled'
    ? { kind: 'occurrence', occurrenceId: sessionId, cancelled: true }
    : { kind: 'occurrence', occurrenceId: sessionId };
}

const keys: Readonly<Record<MeetingMail['kind'], string>> = {
  invitation: 'meeting-invitation',
  updated: 'meeting-updated',
  cancelled: 'meeting-cancelled',
  occurrence_cancelled: 'meeting-occurrence-cancelled',
};

function wordsOf(message: MeetingMail, letter: MeetingLetter, context: Sending) {
  const { kind, note } = message;
  const common = {
    ...letter,
    brand: brandOf(letter),
    recipientName: letter.displayName,
    rules: context.timeZones,
  };
  if (kind === 'occurrence_cancelled')
    return meetingCancelledMail({ ...common, note: letter.sessionCancelReason, cancelled: 'session' });
  if (kind === 'cancelled')
    return meetingCancelledMail(
      letter.status === 'revoked'
        ? { ...common, note, cancelled: 'invitation' }
        : { ...common, note: letter.cancelReason, cancelled: 'meeting' },
    );
  const { recurrence, localStart } = letter;
  const isWhole = recurrence !== null && localStart !== null && message.sessionId === null;
  const series = isWhole ? { recurrence, localStart } : null;
  const input = {
    ...common,
    note,
    series,
    joinLink: joinLinkOf(message.invitationId, letter, context),
    answerFor: recurrence === null ? null : message.sessionId,
  };
  if (kind === 'invitation')
    return meetingInvitationMail({ ...input, takesReplies: context.settings.inboundSecret !== null });
  const before = beforeOf(message, letter);
  return meetingUpdatedMail({
    ...input,
    before,
    answerAnew: before !== null && (letter.sessionAnswer ?? letter.status) === 'pending',
  });
}

/** Null if the time was changed back to what it was. */
function beforeOf({ beforeStartsAt, beforeDurationMinutes }: MeetingMail, letter: MeetingLetter) {
  if (beforeStartsAt === null || beforeDurationMinutes === null) return null;
  const { startsAt, durationMinutes } = letter;
  if (beforeStartsAt === startsAt && beforeDurationMinutes === durationMinutes) return null;
  return { startsAt: beforeStartsAt, durationMinutes: beforeDurationMinutes };
}

/** The person's own link, derived with the key with which it was first made, so that rotating keys does not change it. */
export function joinLinkOf(
  invitationId: string,
  letter: Pick<MeetingLetter, 'joinCode' | 'tokenGeneration' | 'tokenKeyNumber' | 'tokenHash'>,
  { linkTokens, settings }: Pick<Sending, 'linkTokens' | 'settings'>,
): string {
  const { tokenGeneration, tokenKeyNumber, tokenHash, joinCode } = letter;
  const token = derived();
  // A link that does not fit the stored digest would open nothing.
  if (token === null || linkTokens.hash(token) !== tokenHash)
    throw new PermanentJobError('link_key.missing', 'The key that made this link is not configured');
  return `${joinUrlOf(settings.webUrl, joinCode)}&invite=${token}`;

  function derived(): string | null {
    try {
      return linkTokens.derive('meeting_invitation', invitationId, tokenGeneration, tokenKeyNumber).token;
    } catch {
      return null;
    }
  }
}
