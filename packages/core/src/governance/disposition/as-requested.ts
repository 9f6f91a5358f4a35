import type { WritingContext } from '../../kernel/handler-context.ts';
import type { GovernancePorts } from '../ports.ts';
import { blocksOf, weighed } from './blocks.ts';
import { dispositionBlocked, dispositionManifestChanged } from './errors.ts';
import type { FoundReview } from './found-review.ts';
import { manifestSha256 } from './review.ts';

/**
 * Passes if nothing stands against any case of a review now, and each is due under the policy that it was requested with: holds,
 * days and states may be others by now, and what was decided of other days could never be carried out (GOV-21, GOV-22).
 */
export async function requireAsRequested(
  { review, items }: FoundReview,
  context: GovernancePorts & WritingContext,
): Promise<void> {
  const caseIds = items.map(({ caseId }) => caseId);
  const cases = await weighed(caseIds, review.action, review.id, context);
  const blocks = blocksOf(cases, () => '');
  if (blocks.length > 0) throw dispositionBlocked({ details: blocks });
  const asNow = caseIds.map((caseId) => {
    const each = cases.find(({ of }) => of.caseId === caseId);
    return { caseId, dueOn: each?.clock?.dueOn ?? null, policyCode: each?.policyCode ?? '' };
  });
  if (manifestSha256(review.id, review.action, asNow) !== review.manifestSha256)
    throw dispositionManifestChanged();
}
