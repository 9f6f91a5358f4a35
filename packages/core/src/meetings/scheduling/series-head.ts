import { meetingInvalidState } from '../errors.ts';
import { meetingEnded } from '../events.ts';
import { changedForInvitees, type Meeting, meetingStates } from '../meeting.ts';
import { isAhead, type Occurrence } from '../occurrence.ts';
import { type Recurrence, seriesSpan } from '../recurrence/index.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { refreshSessionEffects } from './session-effects.ts';

/** Saves the head, which ends with the last occurrence that it keeps (MTG-26); with nothing to come it is over. */
export async function saveHead(
  before: Meeting,
  recurrence: Recurrence,
  rows: readonly Occurrence[],
  context: SchedulingContext,
): Promise<Meeting> {
  const { meetings, now, timeZones, emit } = context;
  const { localStart, timeZone, durationMinutes } = before;
  if (localStart === null) throw meetingInvalidState();
  const span = seriesSpan(recurrence, { localStart, timeZone, durationMinutes }, timeZones);
  const goesOn = rows.some((row) => isAhead(row, now));
  const status =
    before.status === 'scheduled' && !goesOn ? meetingStates.next(before.status, 'end') : before.status;
  const head = await meetings.save({
    ...changedForInvitees(before, { timeChanged: false }),
    recurrence,
    occurrenceCount: span.occurrenceCount,
    seriesEndsAt: span.endsAt,
    writtenUntil: null,
    status,
    updatedAt: now,
  });
  await refreshSessionEffects(before.id, context);
  if (status === 'ended' && before.status !== 'ended')
    emit(meetingEnded, { meetingId: head.id, version: head.version });
  return head;
}
