import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { MeetingsPorts } from '../ports.ts';
import { admissionStates } from './admission.ts';
import { intervalsOf } from './attendance.ts';

type Context = Pick<FollowUpContext, 'now'> &
  Pick<MeetingsPorts, 'admissions' | 'roomSessions' | 'attendance'>;

/**
 * Updates the admissions of a live session by what its media server reported: whoever has no connection has left, and
 * whoever has one again is admitted (meetings 4.4). What hosts decided does not change.
 */
export async function applyPresence(
  sessionId: string,
  { admissions, roomSessions, attendance, now }: Context,
): Promise<void> {
  const session = await roomSessions.get(sessionId, 'for update');
  if (session.status !== 'live') return;
  const { traces, snapshots } = await attendance.tracesOf(sessionId);
  for (const { admissionId, facts, firstTokenAt } of traces) {
    if (facts.length === 0) continue;
    const intervals = intervalsOf(facts, { firstTokenAt, endedAt: null, snapshots });
    const isThere = intervals.some(({ leftAt }) => leftAt === null);
    const admission = await admissions.get(sessionId, admissionId);
    // Whoever was admitted again since they left is about to connect. Events have whole seconds.
    const since = (admission.decidedAt ?? '').slice(0, 19);
    const hasLeft = intervals.some(({ leftAt }) => leftAt !== null && leftAt >= since);
    if (admission.status === 'admitted' && !isThere && hasLeft) {
      await admissions.save({
        ...admission,
        status: admissionStates.next('admitted', 'leave'),
        updatedAt: now,
      });
      await roomSessions.releasePlaces(sessionId, 1, now);
    }
    if (admission.status === 'left' && isThere) {
      await admissions.save({ ...admission, status: admissionStates.next('left', 'let_in'), updatedAt: now });
      await roomSessions.occupy(sessionId, 1);
    }
  }
}
