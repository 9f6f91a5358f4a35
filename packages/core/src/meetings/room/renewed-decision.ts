import { type Admission, isSilent, isWaiting } from './admission.ts';
import type { WaitingParticipant } from './admission-ports.ts';
import { admissionAdmitted } from './events.ts';
import type { BeforeSignOfLife, HolderContext } from './held-admission.ts';
import { openEarly, withPlace } from './room-entry.ts';
import { capacityOf, joinWindowOf } from './session-life.ts';
import { linkKey, memberKey } from './visitor.ts';
import { verdictOf, withVerdict } from './waiting-line.ts';

type Context = HolderContext;
type WhoAsks = Pick<Admission, 'id' | 'sessionId' | 'meetingId' | 'personKey' | 'userId'>;

/**
 * Decides again by the table (MTG-52), as if they asked now, about the holder of a token who waited for the host until the meeting opened, or
 * who comes back after a silence. Whoever was silent goes to the end of the line (MTG-63); whoever was not keeps their
 * place. Call it before anything of the admission is written.
 */
export const renewedDecision: BeforeSignOfLife<WhoAsks | null> = {
  ask: (tokenHash, { presences, now }) => presences.toDecideAgain(tokenHash, now),
  answered: async (asking, context) => {
    if (asking !== null) await decideAgain(asking, context);
  },
};

async function decideAgain(asking: WhoAsks, context: Context): Promise<void> {
  const { admissions, roomSessions, meetings, occurrences, now } = context;
  const { sessionId, meetingId } = asking;
  const history = await admissions.historyOf(sessionId, keysOf(asking));
  const meeting = await meetings.get(meetingId, 'for update');
  await roomSessions.lockChain(meeting.chainId);
  const session = await occurrences.get(sessionId, 'for update');
  const participant = await admissions.waitingParticipant(asking.id);
  if (participant === null || !mayBeDecided(participant.admission)) return;

  const isBack = participant.admission.status === 'expired' || isSilent(participant.admission, now);
  const joinWindow = joinWindowOf(session, meeting.settings, now);
  const isOpen =
    joinWindow === 'live' || (joinWindow === 'early' && !(await roomSessions.hasLive(meeting.chainId)));
  const { planParticipants, participantCount, isLocked } = await roomSessions.get(sessionId);
  const most = capacityOf(meeting.settings, planParticipants);
  const verdict = verdictOf(
    { ...participant, admission: { ...participant.admission, ...history } },
    { session: isOpen ? joinWindow : 'closed', isLocked, isFull: participantCount >= most },
    meeting,
  );
  if (verdict.kind === 'waiting_for_host' && !isBack) return;

  const opens = verdict.kind === 'admitted' && joinWindow === 'early';
  if (opens) await openEarly(meetingId, sessionId, context);
  // Opening the session has decided about the whole line.
  const { admission } = (opens ? await admissions.waitingParticipant(asking.id) : null) ?? participant;
  if (admission.status === 'admitted') return;
  const outcome = await withPlace(verdict, sessionId, { role: participant.role, most }, context);
  const requestedAt = isBack ? now : admission.requestedAt;
  await letIn(await admissions.save(withVerdict(outcome, { ...admission, requestedAt }, now)), context);
}

async function letIn(
  { id: admissionId, status, sessionId, meetingId }: Admission,
  { presences, emit, now }: Context,
): Promise<void> {
  if (status !== 'admitted') return;
  await presences.enter(admissionId, now);
  emit(admissionAdmitted, { admissionId, sessionId, meetingId, decidedByUserId: null });
}

const mayBeDecided = (admission: WaitingParticipant['admission']): boolean =>
  isWaiting(admission) || admission.status === 'expired';

/** The key of the way by which somebody came in, then the key of the other way. */
const keysOf = ({ personKey, userId }: Pick<Admission, 'personKey' | 'userId'>): readonly string[] =>
  userId === null
    ? [personKey]
    : [personKey, ...[memberKey(userId), linkKey(userId)].filter((key) => key !== personKey)];
