import type { FollowUpContext } from '../../kernel/use-case.ts';
import { meetingInvalidState } from '../errors.ts';
import { meetingCancelled } from '../events.ts';
import { changedForInvitees, type Meeting, meetingStates } from '../meeting.ts';
import { type Occurrence, occurrenceStates } from '../occurrence.ts';
import type { MeetingsPorts } from '../ports.ts';
import { endLiveSession } from '../room/session-life.ts';

export type CallingOffContext = Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'timeZones'> & MeetingsPorts;

/**
 * Cancels a meeting with all that is to come of it: the live session ends, reminders are taken back, nobody is busy by it
 * any more (MTG-29). Its row is locked. Throws `meeting.invalid_state` for what is over and for personal rooms.
 */
export async function calledOff(
  before: Meeting,
  { reason, notify, byUserId }: { reason: string | null; notify: boolean; byUserId: string | null },
  context: CallingOffContext,
): Promise<Meeting> {
  const { now, occurrences, meetings, meetingReminders, newId, emit } = context;
  if (before.status === 'idle' || before.status === 'archived' || before.meetingType === 'personal_room')
    throw meetingInvalidState();
  const status = meetingStates.next(before.status, 'cancel');

  const rows = await occurrences.ofMeeting(before.id, 'for update');
  const live = rows.find((row) => row.status === 'live');
  const { meeting } =
    live === undefined
      ? { meeting: before }
      : await endLiveSession(
          { meeting: before, session: live, endReason: 'cancelled', endedByUserId: byUserId },
          context,
        );
  await occurrences.save(
    rows
      .filter((row) => row.status === 'scheduled')
      .map(
        (row): Occurrence => ({
          ...row,
          status: occurrenceStates.next(row.status, 'cancel'),
          cancelledAt: now,
          cancelReason: reason,
          updatedAt: now,
        }),
      ),
  );
  const after = await meetings.save({
    ...changedForInvitees(meeting, { timeChanged: false }),
    status,
    cancelledAt: now,
    cancelReason: reason,
    updatedAt: now,
  });
  await occurrences.refreshPeople(after.id);
  await meetingReminders.plan(after.id, now, now, newId);
  const { id: meetingId, version, icalSequence } = after;
  emit(meetingCancelled, { meetingId, version, icalSequence, reason, notify });
  return after;
}
