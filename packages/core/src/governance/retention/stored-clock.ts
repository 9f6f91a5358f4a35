import { localDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import { type CaseStatus, type KeptState, keptStates } from '../../records/index.ts';
import { type RetentionPolicy, ruleOf } from './policy.ts';
import { type RetentionClock, retentionClock } from './retention-clock.ts';

export const clockStates = keptStates;
export type ClockState = KeptState;

/** The clock of a case as it was computed last. */
export interface StoredClock {
  readonly caseId: string;
  readonly policyId: string;
  readonly assignmentId: string;
  readonly state: ClockState;
  readonly triggerDate: PlainDate | null;
  readonly dueOn: PlainDate | null;
  /** A review moved the day, which counts as long as policy and trigger stay. */
  readonly extendedUntil: PlainDate | null;
  readonly extendedPolicyId: string | null;
  readonly extendedTriggerDate: PlainDate | null;
  /** A review decided to keep the case for ever, as long as it has this assignment. */
  readonly keptAssignmentId: string | null;
  readonly computedAt: Instant;
}

export interface AssignedPolicy {
  readonly assignmentId: string;
  readonly policyId: string;
}
/** What is assigned to the case itself, to its type and to the workspace. */
export type Candidates = readonly (AssignedPolicy | null)[];

/** All that the clock of a case is computed from. */
export interface ClockFacts {
  readonly caseId: string;
  readonly caseNumber: string;
  readonly caseType: string;
  /** Whom the wall of the case keeps away. */
  readonly blockedUserIds: readonly string[];
  readonly status: CaseStatus;
  readonly openedAt: Instant;
  /** When it was closed or cancelled; null while people work on it. */
  readonly endedAt: Instant | null;
  readonly lastEncounterAt: Instant | null;
  readonly lastEntryAt: Instant | null;
  readonly birthDate: string | null;
  readonly isPerson: boolean;
  readonly candidates: Candidates;
  readonly stored: StoredClock | null;
}

/** When and by which calendar clocks are computed. */
export interface Reckoning {
  readonly policies: ReadonlyMap<string, RetentionPolicy>;
  readonly zone: string;
  readonly timeZones: Pick<TimeZoneRules, 'wall'>;
  readonly now: Instant;
}

/** The policy of a case: its own, else that of its type, else that of the workspace (GOV-19). */
export const assignedTo = (candidates: Candidates, policies: Reckoning['policies']): AssignedPolicy | null =>
  candidates.find((each) => each !== null && policies.get(each.policyId)?.status === 'active') ?? null;

/** The clock of a case as it stands now; null if no policy holds for it. What was disposed of stays so. */
export function computedClock(facts: ClockFacts, reckoning: Reckoning): StoredClock | null {
  const { stored, caseId, candidates } = facts;
  if (stored?.state === 'disposed') return stored;
  const { policies, now } = reckoning;
  const assigned = assignedTo(candidates, policies);
  const policy = assigned && policies.get(assigned.policyId);
  if (!assigned || !policy) return null;
  const today = localDate(now, reckoning.zone, reckoning.timeZones);
  const clock = retentionClock(ruleOf(policy), datesOf(facts, reckoning), today);
  return decided({ caseId, ...assigned, ...clock, ...noDecision, computedAt: now }, clock, stored, today);
}

export const noDecision = {
  extendedUntil: null,
  extendedPolicyId: null,
  extendedTriggerDate: null,
  keptAssignmentId: null,
} as const;

/** What a review decided counts until policy, trigger or assignment are others. */
function decided(
  computed: StoredClock,
  clock: RetentionClock,
  stored: StoredClock | null,
  today: PlainDate,
): StoredClock {
  if (stored === null) return computed;
  const { keptAssignmentId, extendedUntil, extendedPolicyId, extendedTriggerDate } = stored;
  if (keptAssignmentId === computed.assignmentId && clock.state !== 'not_started')
    return { ...computed, keptAssignmentId, state: 'permanent', triggerDate: null, dueOn: null };
  const stillExtended =
    extendedUntil !== null &&
    clock.dueOn !== null &&
    extendedPolicyId === computed.policyId &&
    extendedTriggerDate === clock.triggerDate;
  if (!stillExtended) return computed;
  return {
    ...computed,
    ...{ extendedUntil, extendedPolicyId, extendedTriggerDate },
    state: extendedUntil <= today ? 'due' : 'running',
    dueOn: extendedUntil,
  };
}

const datesOf = (
  { openedAt, endedAt, lastEncounterAt, lastEntryAt, birthDate, isPerson }: ClockFacts,
  { zone, timeZones }: Reckoning,
) => {
  const dateOf = (at: Instant | null) => (at === null ? null : localDate(at, zone, timeZones));
  return {
    openedOn: localDate(openedAt, zone, timeZones),
    closedOn: dateOf(endedAt),
    lastEncounterOn: dateOf(lastEncounterAt),
    lastEntryOn: dateOf(lastEntryAt),
    birthDate,
    isPerson,
  };
};

/** A clock that runs has come to its end at midnight, whether or not anybody has noted it (GOV-19). */
export const stateOn = (
  { state, dueOn }: Pick<StoredClock, 'state' | 'dueOn'>,
  today: PlainDate,
): ClockState => (state === 'running' && dueOn !== null && dueOn <= today ? 'due' : state);

/** Whether two clocks say the same of a case. */
export const sameClock = (one: StoredClock | null, other: StoredClock | null): boolean =>
  one?.policyId === other?.policyId &&
  one?.state === other?.state &&
  one?.triggerDate === other?.triggerDate &&
  one?.dueOn === other?.dueOn;
