import type { FailureDetail } from '../../kernel/errors.ts';
import type { GovernancePorts } from '../ports.ts';
import { everyCase, reckoningOf } from '../retention/recompute.ts';
import { computedClock, type Reckoning, type StoredClock } from '../retention/stored-clock.ts';
import type { DispositionCase } from './ports.ts';
import type { BlockReason, DispositionAction } from './review.ts';

const endedStatuses = ['closed', 'archived', 'cancelled'];

/** A case of a review as it stands at this moment, and what stands against the review. */
export interface Weighed {
  readonly of: DispositionCase;
  readonly clock: StoredClock | null;
  readonly policyCode: string;
  readonly blockedBy: readonly BlockReason[];
}

type Context = Pick<
  GovernancePorts,
  'dispositions' | 'retentionClocks' | 'retentionPolicies' | 'recordHolds' | 'workspaceIdentity'
> &
  Pick<Reckoning, 'now' | 'timeZones'>;

/** Each of the cases by its clock as it is computed now, whatever is stored (GOV-21, GOV-22). */
export async function weighed(
  caseIds: readonly string[],
  action: DispositionAction,
  reviewId: string | null,
  context: Context,
): Promise<readonly Weighed[]> {
  const { dispositions, retentionClocks, recordHolds } = context;
  const reckoning = await reckoningOf(context);
  const [cases, facts, holds, others] = await Promise.all([
    dispositions.cases(caseIds, context.now),
    retentionClocks.facts({ ...everyCase, caseIds }, null, caseIds.length),
    recordHolds.on(caseIds),
    dispositions.inOtherReviews(caseIds, reviewId),
  ]);
  const clocks = new Map(facts.map((each) => [each.caseId, computedClock(each, reckoning)]));
  return cases.map((of) => {
    const clock = clocks.get(of.caseId) ?? null;
    const isHeld = action === 'destroy' && holds.has(of.caseId);
    const reasons: readonly (BlockReason | false)[] = [
      isHeld && 'legal_hold',
      !isReady(clock, action) && 'not_due',
      action === 'destroy' && of.hasOpenPackage && 'open_package',
      !endedStatuses.includes(of.status) && 'not_closed',
      others.has(of.caseId) && 'other_review',
    ];
    const policyCode = (clock && reckoning.policies.get(clock.policyId)?.code) ?? '';
    return { of, clock, policyCode, blockedBy: reasons.filter((each) => each !== false) };
  });
}

/** Only what is due is destroyed, only what has a day is extended, and what has no policy is not decided on at all. */
function isReady(clock: StoredClock | null, action: DispositionAction): boolean {
  if (clock === null) return false;
  if (action === 'destroy') return clock.state === 'due';
  return action === 'extend' ? clock.dueOn !== null : clock.state !== 'disposed';
}

/** The refusal names each case and what stands against it. */
export const blocksOf = (cases: readonly Weighed[], pathOf: (caseId: string) => string): FailureDetail[] =>
  cases.flatMap(({ of: { caseId, caseNumber }, blockedBy }) =>
    blockedBy.map((code) => ({ path: pathOf(caseId), code, message: `${caseNumber}: ${code}.` })),
  );
