import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { CalendarReplies, CalendarReply } from '../calendar/calendar-reader.ts';
import type { LinkedOccurrence } from '../invitations/ports.ts';
import type { Meeting } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { NamedSession } from './ports.ts';

type Finding = Pick<HandlerContext, 'now' | 'timeZones'> & Pick<MeetingsPorts, 'correspondence'>;

/**
 * The sessions that a RECURRENCE-ID names and that can still be answered; null without one, for then the answer is about
 * the meeting. None if it cannot be read, or names none or two: an answer for one day is never one for all of them.
 */
export async function sessionsOf(
  reply: CalendarReply,
  file: CalendarReplies,
  meeting: Meeting,
  context: Finding,
): Promise<readonly LinkedOccurrence[] | null> {
  if (reply.recurrenceId === null) return null;
  const named = namedBy(reply.recurrenceId, file, meeting, context);
  if (named === null) return [];
  const { correspondence, now } = context;
  const [session, ...more] = await correspondence.sessionsAt(meeting.id, named);
  if (session === undefined || more.length > 0) return [];
  const isLater = reply.isRange && session.recurrenceId !== null;
  const all = isLater ? await correspondence.sessionsFrom(meeting.id, session.recurrenceId) : [session];
  return all.filter(({ status, endsAt }) => status === 'live' || (status === 'scheduled' && endsAt > now));
}

function namedBy(
  moment: NonNullable<CalendarReply['recurrenceId']>,
  file: CalendarReplies,
  { timeZone }: Meeting,
  { timeZones }: Finding,
): NamedSession | null {
  if ('date' in moment) return moment;
  // A wall time of the meeting's own zone is the recurrence id itself, also where the clocks skip or repeat it.
  if ('wall' in moment && moment.timeZone === timeZone) return { wall: moment.wall };
  const at = file.instantOf(moment, timeZones);
  return at === null ? null : { at };
}
