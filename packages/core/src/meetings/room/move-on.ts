import type { WritingContext } from '../../kernel/use-case.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type Admission, isSilent, isWaiting } from './admission.ts';
import { openEarly, seat } from './come-in.ts';
import { admissionAdmitted } from './events.ts';
import { decidedBy, verdictOf } from './line.ts';
import type { Waiter } from './ports.ts';
import { capacityOf, doorOf } from './session-life.ts';
import { linkKey, memberKey } from './visitor.ts';

type Context = WritingContext & MeetingsPorts;

/**
 * Decides again about the holder of a token who waited for the host while the door came to stand open before the host, or
 * who comes back after a silence: as about somebody who asks now. Who was silent stands at the end of the line (MTG-63);
 * who was there keeps their place. To be called before anything of the admission is written.
 */
export async function moveOn(tokenHash: string, context: Context): Promise<void> {
  const { rooms, meetings, occurrences, now } = context;
  const asking = await rooms.toDecideAgain(tokenHash, now);
  if (asking === null) return;
  const { sessionId, meetingId } = asking;
  const history = await rooms.historyOf(sessionId, keysOf(asking));
  const meeting = await meetings.get(meetingId, 'for update');
  await rooms.lockChain(meeting.chainId);
  const session = await occurrences.get(sessionId, 'for update');
  const waiter = await rooms.waiter(asking.id);
  if (waiter === null || !mayBeDecided(waiter.admission)) return;

  const isBack = waiter.admission.status === 'expired' || isSilent(waiter.admission, now);
  const door = doorOf(session, meeting.settings, now);
  const isOpen = door === 'live' || (door === 'early' && !(await rooms.hasLive(meeting.chainId)));
  const { planParticipants, participantCount } = await rooms.sessionOf(sessionId);
  const most = capacityOf(meeting.settings, planParticipants);
  const verdict = verdictOf(
    { ...waiter, admission: { ...waiter.admission, ...history } },
    { session: isOpen ? door : 'closed', isFull: participantCount >= most },
    meeting,
  );
  if (verdict.kind === 'waiting_for_host' && !isBack) return;

  const opens = verdict.kind === 'admitted' && door === 'early';
  if (opens) await openEarly(meetingId, sessionId, context);
  // The line that stood there was let in with the opening.
  const { admission } = (opens ? await rooms.waiter(asking.id) : null) ?? waiter;
  if (admission.status === 'admitted') return;
  const seated = await seat(verdict, sessionId, { role: waiter.role, most }, context);
  const requestedAt = isBack ? now : admission.requestedAt;
  await letIn(await rooms.save(decidedBy(seated, { ...admission, requestedAt }, now)), context);
}

async function letIn(
  { id: admissionId, status, sessionId, meetingId }: Admission,
  { rooms, emit, now }: Context,
): Promise<void> {
  if (status !== 'admitted') return;
  await rooms.enterRoom(admissionId, now);
  emit(admissionAdmitted, { admissionId, sessionId, meetingId, decidedByUserId: null });
}

const mayBeDecided = (admission: Waiter['admission']): boolean =>
  isWaiting(admission) || admission.status === 'expired';

/** The key of the door by which somebody came, then that of their other one. */
const keysOf = ({ personKey, userId }: Pick<Admission, 'personKey' | 'userId'>): readonly string[] =>
  userId === null
    ? [personKey]
    : [personKey, ...[memberKey(userId), linkKey(userId)].filter((key) => key !== personKey)];
