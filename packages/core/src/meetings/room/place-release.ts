import type { Instant } from '../../kernel/time.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { Admission } from './admission.ts';

/** Whoever was put out while in the room is there no longer, and their place is free. */
export async function releasePlaceOf(
  { id, sessionId, status }: Pick<Admission, 'id' | 'sessionId' | 'status'>,
  { rooms, now }: Pick<MeetingsPorts, 'rooms'> & { readonly now: Instant },
): Promise<void> {
  if (status !== 'admitted') return;
  await rooms.leaveRoom(id, now, 'removed');
  await rooms.releasePlaces(sessionId, 1, now);
}
