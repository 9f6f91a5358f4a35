import type { Instant } from '../../kernel/time.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { Admission } from './admission.ts';

/** Ends the presence of somebody who was removed from the room, and frees their place. */
export async function releasePlaceOf(
  { id, sessionId, status }: Pick<Admission, 'id' | 'sessionId' | 'status'>,
  {
    presences,
    roomSessions,
    now,
  }: Pick<MeetingsPorts, 'presences' | 'roomSessions'> & { readonly now: Instant },
): Promise<void> {
  if (status !== 'admitted') return;
  await presences.leave(id, now, 'removed');
  await roomSessions.releasePlaces(sessionId, 1, now);
}
