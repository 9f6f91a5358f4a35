import type { Instant } from '../../kernel/time.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { Admission } from './admission.ts';

/** Whoever was put out while in the room is there no longer, and their place is free. */
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
