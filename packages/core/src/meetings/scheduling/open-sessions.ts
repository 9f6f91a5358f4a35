import type { Instant } from '../../kernel/time.ts';
import { meetingInvalidState, meetingSeriesStarted } from '../errors.ts';
import type { Meeting } from '../meeting.ts';
import { isPast, type Occurrence } from '../occurrence.ts';

/** The sessions that a new time may move: a meeting that is over keeps what it was, except cancelled times to come. */
export const openSessions = (
  { status }: Meeting,
  sessions: readonly Occurrence[],
  now: Instant,
): readonly Occurrence[] =>
  status === 'ended'
    ? sessions.filter((session) => session.status === 'cancelled' && session.endsAt > now)
    : sessions;

/** Throws if a session was held, or its time has gone by: what has been is never written anew (MTG-23). */
export function requireNotBegun(meeting: Meeting, sessions: readonly Occurrence[], now: Instant): void {
  if (meeting.recurrence === null ? sessions.some(isPast) : hasBegun(sessions, now)) throw begun(meeting);
}

const hasBegun = (sessions: readonly Occurrence[], now: Instant): boolean =>
  sessions.some((session) => isPast(session) || (session.status === 'scheduled' && session.endsAt <= now));

const begun = (meeting: Meeting) =>
  meeting.recurrence === null
    ? meetingInvalidState({ message: 'The meeting has begun, and its time stays as it is.' })
    : meetingSeriesStarted({
        details: [
          {
            path: '/scope',
            code: 'meeting.series_started',
            message: 'Send scope: this_and_following with the sessionId of the first occurrence to change.',
          },
        ],
      });
