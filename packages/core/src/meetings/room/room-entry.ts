import { meetingNotJoinable } from '../errors.ts';
import type { MeetingRole } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { runsTheRoom, type Verdict } from './admission-rules.ts';
import { openSession, type StartingContext } from './session-life.ts';
import type { RoomSession } from './session-ports.ts';

/** Nobody counts a host's place. */
const noLimit = 2_000_000_000;

/** A place in the room, where there is one: between the look and the taking others may have come. */
export async function withPlace(
  verdict: Verdict,
  sessionId: string,
  { role, most }: { readonly role: MeetingRole; readonly most: number },
  { roomSessions }: Pick<MeetingsPorts, 'roomSessions'>,
): Promise<Verdict> {
  if (verdict.kind !== 'admitted') return verdict;
  const taken = await roomSessions.takePlace(sessionId, runsTheRoom(role) ? noLimit : most);
  if (taken === 'over') throw meetingNotJoinable();
  return taken === 'taken' ? verdict : { kind: 'waiting', reason: 'full' };
}

/**
 * The first to come while the meeting is open before its host starts it. Meeting, chain and session are held in the order
 * in which a start holds them.
 */
export async function openEarly(
  meetingId: string,
  sessionId: string,
  context: StartingContext,
): Promise<RoomSession> {
  const { roomSessions, meetings, occurrences } = context;
  const meeting = await meetings.get(meetingId, 'for update');
  await roomSessions.lockChain(meeting.chainId);
  const session = await occurrences.get(sessionId, 'for update');
  if (session.status === 'scheduled' && !(await roomSessions.hasLive(meeting.chainId)))
    await openSession({ meeting, session, startedByUserId: null }, context);
  return roomSessions.get(sessionId);
}
