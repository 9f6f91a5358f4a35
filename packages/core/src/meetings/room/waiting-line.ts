import { groupBy } from '../../kernel/grouping.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Meeting } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type Admission, admissionStates, finalDenial, isNew, isSilent } from './admission.ts';
import type { WaitingParticipant } from './admission-ports.ts';
import { type AdmissionRequest, decideAgain, runsTheRoom, type Verdict } from './admission-rules.ts';
import { admissionAdmitted } from './events.ts';

type LineContext = Pick<WritingContext, 'now' | 'emit'> &
  Pick<MeetingsPorts, 'admissions' | 'presences' | 'roomSessions'>;

/**
 * Decides about those who waited for the host, or for the room to be unlocked, by rows 7 to 16 of table 6.2, one by one in
 * order of arrival: coming early never skips the waiting room (MTG-53). The caller holds the session. Returns how many came
 * in.
 */
export async function admitLine(
  { sessionId, waitedFor, free }: WaitingLine,
  meeting: Pick<Meeting, 'settings'>,
  { admissions, presences, roomSessions, now, emit }: LineContext,
): Promise<number> {
  // Whoever is silent has left the line; the next sign of life decides about them.
  const line = (await admissions.waitingParticipants(sessionId, waitedFor)).filter(
    ({ admission }) => !isSilent(admission, now),
  );
  if (line.length === 0) return 0;
  let places = free;
  const decided = line.map((participant) => {
    const room = { session: 'live', isLocked: false, isFull: places <= 0 } as const;
    const verdict = verdictOf(participant, room, meeting);
    if (verdict.kind === 'admitted') places -= 1;
    return withVerdict(verdict, participant.admission, now);
  });
  const admitted = groupBy(decided, ({ status }) => status).get('admitted') ?? [];
  for (const admission of decided) {
    await admissions.save(admission);
    if (admission.status === 'admitted') await presences.enter(admission.id, now);
  }
  if (admitted.length > 0) await roomSessions.occupy(sessionId, admitted.length);
  for (const { id: admissionId, meetingId } of admitted)
    emit(admissionAdmitted, { admissionId, sessionId, meetingId, decidedByUserId: null });
  return admitted.length;
}

interface WaitingLine {
  readonly sessionId: string;
  readonly waitedFor: 'not_started' | 'locked';
  /** The number of places that are free. */
  readonly free: number;
}

/**
 * Row 6 admits hosts who came by their link; the rows after it decide about everybody else. Whoever is no more the member,
 * invitee or registrant as whom they came waits for a host.
 */
export function verdictOf(
  participant: Omit<WaitingParticipant, 'admission'> & {
    readonly admission: Pick<Admission, 'identity' | 'barred' | 'denialCount'>;
  },
  { session, isLocked, isFull }: Pick<AdmissionRequest, 'session' | 'isLocked' | 'isFull'>,
  { settings }: Pick<Meeting, 'settings'>,
): Verdict {
  const { admission, role, isKnown, isInvited, policy, hasDeclined, somebodyRemoved } = participant;
  if (runsTheRoom(role))
    return session === 'live' ? { kind: 'admitted' } : { kind: 'waiting_for_host', reason: 'not_started' };
  const verdict = decideAgain({
    entry: 'open',
    link: 'none',
    isWebinar: false,
    identity: admission.identity,
    isInvited,
    passcode: 'unset',
    role,
    history: historyOf(admission),
    mayBeSomebodyRemoved: somebodyRemoved,
    session,
    isLocked,
    isFull,
    policy,
    admission: settings.admission,
    hasDeclined,
  });
  return verdict.kind === 'admitted' && !isKnown ? { kind: 'waiting', reason: 'policy' } : verdict;
}

export const historyOf = ({
  barred,
  denialCount,
}: Pick<Admission, 'barred' | 'denialCount'>): 'none' | 'removed_or_denied' | 'denied_for_good' =>
  !barred ? 'none' : denialCount >= finalDenial ? 'denied_for_good' : 'removed_or_denied';

const actions = {
  admitted: 'let_in',
  waiting: 'ask',
  waiting_for_host: 'ask_early',
  denied: 'turn_away',
} as const;

/** The admission after a rule has decided about it. */
export function withVerdict(verdict: Verdict, admission: Admission, now: string): Admission {
  if (verdict.kind === 'refused') throw verdict.failure();
  const waits = verdict.kind === 'waiting' || verdict.kind === 'waiting_for_host';
  return {
    ...admission,
    status: isNew(admission)
      ? admissionStates.begin(verdict.kind)
      : admissionStates.next(admission.status, actions[verdict.kind]),
    waitReason: waits ? verdict.reason : null,
    decidedAt: verdict.kind === 'admitted' ? now : admission.decidedAt,
    decidedByUserId: verdict.kind === 'admitted' ? null : admission.decidedByUserId,
    firstTokenAt: admission.firstTokenAt ?? (verdict.kind === 'admitted' ? now : null),
    updatedAt: now,
  };
}
