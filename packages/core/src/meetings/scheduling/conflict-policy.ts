import { type Instant, plusDays } from '../../kernel/time.ts';
import {
  type AvailabilityContext,
  conflictDetails,
  conflictsOf,
  conflictWarning,
} from '../availability/conflicts.ts';
import { meetingConflict } from '../errors.ts';
import type { Meeting } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { Warning } from '../warnings.ts';
import type { MeetingChange } from './meeting-change-input.ts';
import type { SchedulingContext } from './scheduling-context.ts';

interface ConflictCheck {
  readonly times: readonly { readonly startsAt: Instant; readonly endsAt: Instant }[];
  readonly timeZone: string;
  readonly organizerUserId: string;
  /** The members who are to come, including the organizer. */
  readonly userIds: readonly string[];
  readonly onConflict: 'allow' | 'reject';
  /** The meeting's own chain, whose sessions are no conflicts. */
  readonly exceptChainId: string | null;
}

/** How far ahead the times of a series are checked (MTG-91). */
const mostTimes = 100;
const mostDaysAhead = 366;

/**
 * With `reject`, throws `meeting.conflict` if somebody is busy; calendars stay locked until the end of the transaction,
 * so that only one of two callers gets the same hour (MTG-36). Otherwise warns the organizer of their own conflicts.
 */
export async function checkConflicts(
  { times, timeZone, organizerUserId, userIds, onConflict, exceptChainId }: ConflictCheck,
  context: AvailabilityContext & Pick<MeetingsPorts, 'occurrences'>,
): Promise<readonly Warning[]> {
  const isRefused = onConflict === 'reject';
  const [first] = times;
  const near = times.filter(
    ({ startsAt }) => startsAt <= plusDays(first?.startsAt ?? startsAt, mostDaysAhead),
  );
  if (isRefused) await context.occurrences.lockCalendars(userIds);
  const conflicts = await conflictsOf(
    {
      people: isRefused ? userIds : [organizerUserId],
      slots: near.slice(0, mostTimes),
      timeZone,
      bufferMinutes: 0,
      exceptChainId,
      viewerUserId: organizerUserId,
    },
    context,
  );
  if (conflicts.length === 0) return [];
  if (isRefused) throw meetingConflict({ details: conflictDetails(conflicts).slice(0, 20) });
  return [conflictWarning(conflicts)];
}

/** With `onConflict: reject`, throws `meeting.conflict` if somebody who is to come is busy at the new times. */
export async function requireFree(
  meeting: Meeting,
  times: readonly { readonly startsAt: Instant; readonly endsAt: Instant }[],
  { onConflict }: Pick<MeetingChange, 'onConflict'>,
  context: SchedulingContext,
): Promise<readonly Warning[]> {
  if (onConflict !== 'reject') return [];
  const invitations = await context.meetingInvitations.ofMeeting(meeting.id);
  return checkConflicts(
    {
      times,
      timeZone: meeting.timeZone,
      organizerUserId: meeting.organizerUserId,
      userIds: invitations.flatMap(({ userId, status }) => (status === 'declined' ? [] : (userId ?? []))),
      onConflict,
      exceptChainId: meeting.chainId,
    },
    context,
  );
}
