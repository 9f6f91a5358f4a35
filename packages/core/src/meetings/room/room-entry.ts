import { meetingNotJoinable } from '../errors.ts';
import type { MeetingRole } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { runsTheRoom, type Verdict } from './admission-rules.ts';
import { openSession, type StartingContext } from './session-life.ts';
import type { RoomSession } from './session-ports.ts';

/** The capacity does not limit hosts. */
const noLimit = 2_000_000_000;

/** Takes a place in the room if one is free; since the decision others may have entered, or a host have locked it. */
export async function withPlace(
  verdict: Verdict,
  sessionId: string,
  { role, most }: { readonly role: MeetingRole; readonly most: number },
  { roomSessions }: Pick<MeetingsPorts, 'roomSessions'>,
): Promise<Verdict> {
  if (verdict.kind !== 'admitted') return verdict;
  const taken = runsTheRoom(role)
    ? await roomSessions.takePlace(sessionId, noLimit, null)
    : await roomSessions.takePlace(sessionId, most, 'locked');
  if (taken === 'over') throw meetingNotJoinable();
  return taken === 'taken' ? verdict : { kind: 'waiting', reason: taken };
}

/**
 * Opens the session for the first person who may enter before the host. Meeting, chain and session are locked in the same
 * order as by a start.
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
