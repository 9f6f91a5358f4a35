import type { WritingContext } from '../../kernel/handler-context.ts';
import { type Instant, plusSeconds } from '../../kernel/time.ts';
import { meetingMailDue } from './events.ts';
import type { MeetingMail, MeetingMailRepository } from './mail-ports.ts';

/** Changes within this time go out as one message, which is written when it leaves (meetings 7.4). */
export const mailWindowSeconds = 60;

export type Message = Pick<MeetingMail, 'kind' | 'sequence'> &
  Partial<Pick<MeetingMail, 'sessionId' | 'beforeStartsAt' | 'beforeDurationMinutes' | 'note'>>;

type PuttingDown = Pick<WritingContext, 'now' | 'newId' | 'emit'> & {
  readonly meetingMails: MeetingMailRepository;
};

/**
 * Queues a message for every invitee, or for one of them, which leaves when the window after the change is over. A message
 * that can be merged into one that waits asks for no mail of its own.
 */
export async function queueMails(
  meetingId: string,
  invitationId: string | null,
  message: Message,
  changedAt: Instant,
  { meetingMails, newId, emit, now }: PuttingDown,
): Promise<void> {
  const dueAt = plusSeconds(changedAt, mailWindowSeconds);
  const recipients = await meetingMails.recipients(meetingId, invitationId);
  const mails = recipients.map((recipient) => ({
    sessionId: null,
    beforeStartsAt: null,
    beforeDurationMinutes: null,
    note: null,
    ...message,
    id: newId(),
    lane: recipient.lane,
    meetingId,
    invitationId: recipient.invitationId,
    dueAt,
  }));
  const added = new Set(await meetingMails.add(mails, now));
  for (const { id: mailId, invitationId: to, lane } of mails)
    if (added.has(mailId)) emit(meetingMailDue, { mailId, invitationId: to, meetingId, lane, dueAt });
}
