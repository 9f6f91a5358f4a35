import { groupBy } from '../../kernel/grouping.ts';
import type { WritingContext } from '../../kernel/use-case.ts';
import type { Meeting } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type Admission, admissionStates, finalDenial, isNew, isSilent } from './admission.ts';
import { decideAgain, type Knock, runsTheRoom, type Verdict } from './decide-admission.ts';
import { admissionAdmitted } from './events.ts';
import type { Waiter } from './ports.ts';

type LineContext = Pick<WritingContext, 'now' | 'emit'> & Pick<MeetingsPorts, 'rooms'>;

/**
 * Puts those who waited for the host through rows 7 to 16 of table 6.2, one by one in order of arrival: having come early
 * never skips the waiting room (MTG-53).
 */
export async function admitLine(
  sessionId: string,
  most: number,
  meeting: Pick<Meeting, 'settings'>,
  { rooms, now, emit }: LineContext,
): Promise<void> {
  // Whoever fell silent has left the line, and is decided about when heard again.
  const line = (await rooms.lineOf(sessionId)).filter(({ admission }) => !isSilent(admission, now));
  if (line.length === 0) return;
  let places = most;
  const decided = line.map((waiter) => {
    const verdict = verdictOf(waiter, { session: 'live', isFull: places <= 0 }, meeting);
    if (verdict.kind === 'admitted') places -= 1;
    return decidedBy(verdict, waiter.admission, now);
  });
  const admitted = groupBy(decided, ({ status }) => status).get('admitted') ?? [];
  for (const admission of decided) {
    await rooms.save(admission);
    if (admission.status === 'admitted') await rooms.enterRoom(admission.id, now);
  }
  if (admitted.length > 0) await rooms.occupy(sessionId, admitted.length);
  for (const { id: admissionId, meetingId } of admitted)
    emit(admissionAdmitted, { admissionId, sessionId, meetingId, decidedByUserId: null });
}

/**
 * Hosts by their link were let in by row 6 already; everybody else by the rows that follow. Whoever is no longer whom they
 * came as waits for a host's word.
 */
export function verdictOf(
  waiter: Omit<Waiter, 'admission'> & {
    readonly admission: Pick<Admission, 'identity' | 'barred' | 'denialCount'>;
  },
  { session, isFull }: Pick<Knock, 'session' | 'isFull'>,
  { settings }: Pick<Meeting, 'settings'>,
): Verdict {
  const { admission, role, isKnown, isInvited, policy, hasDeclined, somebodyRemoved } = waiter;
  if (runsTheRoom(role))
    return session === 'live' ? { kind: 'admitted' } : { kind: 'waiting_for_host', reason: 'not_started' };
  const verdict = decideAgain({
    door: 'open',
    link: 'none',
    isWebinar: false,
    identity: admission.identity,
    isInvited,
    passcode: 'unset',
    role,
    history: historyOf(admission),
    mayBeSomebodyRemoved: somebodyRemoved,
    session,
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

/** The admission as a rule has decided about it. */
export function decidedBy(verdict: Verdict, admission: Admission, now: string): Admission {
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
