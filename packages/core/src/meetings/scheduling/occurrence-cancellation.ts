import { meetingEnded, occurrenceCancelled } from '../events.ts';
import { changedForInvitees, type Meeting, statusAfter } from '../meeting.ts';
import { isAhead, type Occurrence, occurrenceInvalidState, occurrenceStates } from '../occurrence.ts';
import type { ChangedOccurrence } from './occurrence-change.ts';
import type { OccurrenceChange } from './occurrence-change-input.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { refreshSessionEffects } from './session-effects.ts';

/** Cancels one session; the others stay (MTG-28). With nothing to come the meeting is over. */
export async function cancelOccurrence(
  meeting: Meeting,
  session: Occurrence,
  { reason: why, notify }: OccurrenceChange,
  context: SchedulingContext,
): Promise<ChangedOccurrence> {
  const { now, emit } = context;
  const reason = why ?? null;
  const status = occurrenceStates.next(session.status, 'cancel');
  const [occurrence] = await context.occurrences.save([
    { ...session, status, cancelledAt: now, cancelReason: reason, updatedAt: now },
  ]);
  if (occurrence === undefined) throw occurrenceInvalidState();
  const isOver = meeting.status === 'scheduled' && !(await hasMoreToCome(meeting, context));
  const after = await context.meetings.save({
    ...changedForInvitees(meeting, { timeChanged: false }),
    status: isOver ? statusAfter(meeting, 'end') : meeting.status,
    updatedAt: now,
  });
  await refreshSessionEffects(after.id, context);
  emit(occurrenceCancelled, {
    sessionId: occurrence.id,
    meetingId: after.id,
    version: occurrence.version,
    icalSequence: after.icalSequence,
    reason,
    notify,
  });
  if (isOver) emit(meetingEnded, { meetingId: after.id, version: after.version });
  return { occurrence, warnings: [] };
}

async function hasMoreToCome(meeting: Meeting, { occurrences, now }: SchedulingContext): Promise<boolean> {
  if (meeting.recurrence !== null && meeting.writtenUntil !== null) return true;
  const rows = await occurrences.ofMeeting(meeting.id);
  return rows.some((row) => isAhead(row, now));
}
