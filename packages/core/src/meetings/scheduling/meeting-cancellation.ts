import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { meetingInvalidState } from '../errors.ts';
import { meetingCancelled } from '../events.ts';
import { changedForInvitees, type Meeting, meetingStates } from '../meeting.ts';
import { type Occurrence, occurrenceStates } from '../occurrence.ts';
import type { MeetingsPorts } from '../ports.ts';
import { endLiveSession } from '../room/session-life.ts';
import { refreshSessionEffects } from './session-effects.ts';

export type CancellationContext = Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'timeZones'> &
  MeetingsPorts;

/**
 * Cancels a meeting with all its sessions to come: the live session ends, reminders are withdrawn, and nobody is busy with
 * it any more (MTG-29). The caller holds its lock. Throws `meeting.invalid_state` if it is over, or a personal room.
 */
export async function applyCancellation(
  before: Meeting,
  { reason, notify, byUserId }: { reason: string | null; notify: boolean; byUserId: string | null },
  context: CancellationContext,
): Promise<Meeting> {
  const { now, occurrences, meetings, emit } = context;
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
  await refreshSessionEffects(after.id, context);
  const { id: meetingId, version, icalSequence } = after;
  emit(meetingCancelled, { meetingId, version, icalSequence, reason, notify });
  return after;
}
