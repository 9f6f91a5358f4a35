import type { FollowUpContext } from '../../kernel/use-case.ts';
import type { MeetingsPorts } from '../ports.ts';
import { admissionRemoved } from './events.ts';

/** Whoever came by this invitation, and still waits or is in the room, is out with it (MTG-47). */
export async function revokeAdmissions(
  invitationId: string,
  { rooms, now, emit }: Pick<FollowUpContext, 'now' | 'emit'> & Pick<MeetingsPorts, 'rooms'>,
): Promise<void> {
  for (const admission of await rooms.openOfInvitation(invitationId)) {
    await rooms.save({
      ...admission,
      status: 'removed',
      waitReason: null,
      barred: true,
      decidedAt: now,
      updatedAt: now,
    });
    if (admission.status === 'admitted') {
      await rooms.leaveRoom(admission.id, now, 'removed');
      await rooms.releasePlaces(admission.sessionId, 1, now);
    }
    const { id: admissionId, sessionId, meetingId } = admission;
    emit(admissionRemoved, { admissionId, sessionId, meetingId, decidedByUserId: null });
  }
}
