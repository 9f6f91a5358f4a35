import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { GovernancePorts } from '../ports.ts';
import type { RetentionPolicy } from './policy.ts';
import type { ClockScope } from './ports.ts';
import {
  type Candidates,
  type ClockFacts,
  computedClock,
  type Reckoning,
  type StoredClock,
  sameClock,
} from './stored-clock.ts';

/** So many clocks are computed in one transaction. */
export const clocksAtOnce = 500;
/** Of so many cases a what-if shows the dates before and after (GOV-48). */
export const mostShown = 100;

export const everyCase: ClockScope = {
  caseIds: null,
  caseType: null,
  policyIds: null,
  subjectId: null,
};

type Inside = Pick<GovernancePorts, 'retentionClocks' | 'retentionPolicies' | 'workspaceIdentity'> &
  Pick<Reckoning, 'now' | 'timeZones'>;

/** By which policies and calendar the workspace of this transaction computes. */
export async function reckoningOf({
  retentionPolicies,
  workspaceIdentity,
  now,
  timeZones,
}: Omit<Inside, 'retentionClocks'>): Promise<Reckoning> {
  const [active, { defaultTimeZone }] = await Promise.all([
    retentionPolicies.active(),
    workspaceIdentity.profile(),
  ]);
  return { policies: new Map(active.map((each) => [each.id, each])), zone: defaultTimeZone, timeZones, now };
}

/**
 * Computes the clocks of the next cases and stores those that changed. The id of the last case that was looked at; null if
 * there is none behind it. Never disposes of anything (GOV-20).
 */
export async function recomputeBatch(
  scope: ClockScope,
  afterCaseId: string | null,
  context: Inside,
): Promise<string | null> {
  const { retentionClocks } = context;
  await retentionClocks.lock();
  const [facts, reckoning] = await Promise.all([
    retentionClocks.facts(scope, afterCaseId, clocksAtOnce),
    reckoningOf(context),
  ]);
  const computed = facts.map((each) => ({ facts: each, clock: computedClock(each, reckoning) }));
  const changed = computed.filter(({ facts: { stored }, clock }) => !sameStored(stored, clock));
  await retentionClocks.save(changed.flatMap(({ clock }) => clock ?? []));
  await retentionClocks.remove(
    changed.filter(({ clock }) => clock === null).map(({ facts: { caseId } }) => caseId),
  );
  return facts.length < clocksAtOnce ? null : (facts.at(-1)?.caseId ?? null);
}

const sameStored = (stored: StoredClock | null, clock: StoredClock | null): boolean =>
  sameClock(stored, clock) &&
  stored?.assignmentId === clock?.assignmentId &&
  stored?.extendedUntil === clock?.extendedUntil &&
  stored?.keptAssignmentId === clock?.keptAssignmentId;

/** What would be assigned, and which policies there would be. */
export interface Hypothesis {
  readonly candidates: (facts: ClockFacts) => Candidates;
  readonly policies: ReadonlyMap<string, RetentionPolicy>;
}

/** How the clock of a case would change. */
export interface ChangedClock {
  readonly caseId: string;
  readonly caseNumber: string;
  readonly before: StoredClock | null;
  readonly after: StoredClock | null;
}
export interface WhatIf {
  readonly recomputed: number;
  /** The first of them, by the id of the case; without those whose wall keeps the caller away. */
  readonly changes: readonly ChangedClock[];
}

interface Page {
  readonly facts: readonly ClockFacts[];
  readonly reckoning: Reckoning;
}
interface Preparing extends Pick<HandlerContext, 'user'> {
  transact<T>(work: (context: Inside) => Promise<T>): Promise<T>;
}

/** Which clocks would change (GOV-48). It is computed outside of the writing transaction, a page at a time. */
export async function whatIf(
  scope: ClockScope,
  hypothesisOf: (active: Reckoning['policies']) => Hypothesis,
  { transact, user }: Preparing,
): Promise<WhatIf> {
  const changes: ChangedClock[] = [];
  let recomputed = 0;
  let after: string | null = null;
  do {
    const from: string | null = after;
    const { facts, reckoning }: Page = await transact(async (inside) => ({
      facts: await inside.retentionClocks.facts(scope, from, clocksAtOnce),
      reckoning: await reckoningOf(inside),
    }));
    const { policies, candidates } = hypothesisOf(reckoning.policies);
    for (const each of facts) {
      const before = computedClock(each, reckoning);
      const clock = computedClock({ ...each, candidates: candidates(each) }, { ...reckoning, policies });
      if (sameClock(before, clock)) continue;
      recomputed += 1;
      if (changes.length < mostShown && !each.blockedUserIds.includes(user.userId))
        changes.push({ caseId: each.caseId, caseNumber: each.caseNumber, before, after: clock });
    }
    after = facts.length < clocksAtOnce ? null : (facts.at(-1)?.caseId ?? null);
  } while (after !== null);
  return { recomputed, changes };
}
