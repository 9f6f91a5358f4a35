import type { OutsideMail } from '../../kernel/outside-mail.ts';
import type { MeetingsPorts } from '../ports.ts';

/** Their messages are written when they leave, so one that is to come tells later changes of the same thing too (MTG-78). */
export const mergingTopics = {
  update: 'meetings.tell_update',
  split: 'meetings.tell_split',
  session: 'meetings.tell_session_update',
  restoring: 'meetings.tell_restoring',
} as const;

/** The changes of one meeting are queued in the order in which they were made. */
export const orderOfChanges = (meetingId: string): string => `meeting-changes:${meetingId}`;

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
        notify
          ? { meetingId, invitationId, sessionId, merging: beyond === 'refuse' ? merging(meetingId) : null }
          : null,
      ),
    ),
});

const merging = (meetingId: string) => ({
  key: orderOfChanges(meetingId),
  topics: Object.values(mergingTopics),
});
