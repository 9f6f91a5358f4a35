import type { OutsideMail } from '../../kernel/outside-mail.ts';
import type { MeetingsPorts } from '../ports.ts';

interface Change {
  readonly meetingId: string;
  readonly notify?: boolean;
  /** The one invitee who is told; by default all. */
  readonly invitationId?: string;
  readonly sessionId?: string;
}

/**
 * The mails about a change that go to guests. A change can wait for tomorrow, or be made without mail; a cancellation cannot,
 * because people would come.
 */
export const toGuests = <D extends Change>(
  beyond: 'refuse' | 'send' = 'refuse',
): OutsideMail<D, MeetingsPorts> => ({
  beyond,
  outsiders: (events, { meetingMails }) =>
    meetingMails.guestsOf(
      events.map(({ meetingId, notify = true, invitationId = null, sessionId = null }) =>
        notify ? { meetingId, invitationId, sessionId, merges: beyond === 'refuse' } : null,
      ),
    ),
});
