import { KeyVaultAway } from '../../kernel/key-vault.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { dispositionJobs } from '../jobs.ts';
import { type GovernancePorts, type GovernanceReacting, reaction } from '../ports.ts';
import { noDecision } from '../retention/stored-clock.ts';
import { weighed } from './blocks.ts';
import {
  aboutReview,
  dispositionExecutionDue,
  dispositionFailed,
  dispositionItemDestroyed,
  dispositionItemStarted,
} from './events.ts';
import { issueCertificate } from './issue-certificate.ts';
import { type DispositionItem, dispositionItemStates, dispositionReviewStates } from './review.ts';

/**
 * Erases the cases of an approved review, one after the other and each in the order of governance 7. Every step knows
 * whether it is done, so a job that was lost goes on where it stopped (GOV-25).
 */
export const runDisposition = reaction(
  dispositionExecutionDue,
  {
    topic: 'disposition.execute',
    policy: dispositionJobs,
    aggregate: ({ reviewId }) => ({ type: 'disposition_review', id: reviewId }),
    mails: 'members',
    givenUp: ({ reviewId }, { transact }) =>
      transact(async ({ dispositions, emit, now }) => {
        const review = await dispositions.find(reviewId, 'for update');
        if (review === null || !dispositionReviewStates.can(review.status, 'fail')) return;
        const items = await dispositions.items([reviewId]);
        const stopped = items.find(
          ({ state, subjectState }) => state === 'erasing' || subjectState === 'erasing',
        );
        const [failedCaseId, failureCode] = [stopped?.caseId ?? null, 'disposition.step_failed'];
        const status = dispositionReviewStates.next(review.status, 'fail');
        const by = { updatedAt: now, updatedByUserId: null };
        const saved = await dispositions.save({ ...review, status, failedCaseId, failureCode, ...by });
        emit(dispositionFailed, { ...aboutReview(saved), caseId: failedCaseId, code: failureCode });
      }),
  },
  async ({ reviewId }, context) => {
    const items = await context.read(({ dispositions }) => dispositions.items([reviewId]));
    for (const { position } of items) await disposeOf(reviewId, position, context);
    await context.transact(async (work) => {
      const review = await executing(reviewId, work);
      if (review !== null) await issueCertificate(review, work);
    });
  },
);

type Work = FollowUpContext & GovernancePorts;

/** The review under its lock, if it is still to be worked on. Holds are locked before it, as everywhere. */
async function executing(reviewId: string, { dispositions, recordHolds }: Work) {
  await recordHolds.lock();
  const review = await dispositions.find(reviewId, 'for update');
  return review !== null && dispositionReviewStates.can(review.status, 'complete') ? review : null;
}

/** One item with its review, both locked; null once somebody else has ended the review. */
async function locked(reviewId: string, position: number, work: Work) {
  const review = await executing(reviewId, work);
  const items = review === null ? [] : await work.dispositions.items([reviewId]);
  const item = items.find((each) => each.position === position);
  return review === null || item === undefined ? null : { review, item };
}

async function disposeOf(reviewId: string, position: number, context: GovernanceReacting): Promise<void> {
  const { transact, keyVault, workspaceId } = context;
  const begun = await transact((work) => began(reviewId, position, work));
  if (begun === null || workspaceId === null) return;
  await destroyed(begun.keyId, workspaceId, keyVault);
  const after = await transact((work) => erased(reviewId, position, work));
  if (after === null || after.subjectState !== 'erasing') return;
  for (const keyId of after.subjectKeyIds) await destroyed(keyId, workspaceId, keyVault);
  await transact((work) => clearedSubject(reviewId, position, work));
}

/** A vault that is away ends the attempt; the next one asks it again. */
async function destroyed(
  keyId: string | null,
  workspaceId: string,
  vault: GovernanceReacting['keyVault'],
): Promise<void> {
  if (keyId === null) return;
  await vault.destroy(workspaceId, keyId);
  if (!(await vault.isDestroyed(workspaceId, keyId))) throw new KeyVaultAway('The key is still there.');
}

/** Step 1: what stands against it is looked at under a lock, and from now on everything of the case answers as erased. */
async function began(reviewId: string, position: number, work: Work): Promise<DispositionItem | null> {
  const found = await locked(reviewId, position, work);
  if (found === null) return null;
  const { review, item } = found;
  if (item.state !== 'pending') return item.state === 'skipped' ? null : item;
  const { dispositions, recordDisposal, emit } = work;
  await recordDisposal.lockCase(item.caseId);
  const [standing] = await weighed([item.caseId], review.action, reviewId, work);
  if (standing === undefined || standing.blockedBy.length > 0) {
    await dispositions.saveItem({ ...item, state: dispositionItemStates.next(item.state, 'skip') });
    return null;
  }
  const keyId = await recordDisposal.retireCaseKey(item.caseId, work.now);
  const erasing = { ...item, state: dispositionItemStates.next(item.state, 'begin'), keyId };
  await dispositions.saveItem(erasing);
  emit(dispositionItemStarted, { ...aboutReview(review), caseId: item.caseId, subjectId: item.subjectId });
  return erasing;
}

/** Steps 3 and 4: what the key has sealed, and what stood beside it, goes from every table; bytes follow by the outbox. */
async function erased(reviewId: string, position: number, work: Work): Promise<DispositionItem | null> {
  const found = await locked(reviewId, position, work);
  if (found === null) return null;
  const { review, item } = found;
  if (item.state !== 'erasing') return item;
  const { dispositions, recordDisposal, now, emit } = work;
  await recordDisposal.eraseCase(item.caseId, work);
  await markDisposed(item, work);
  const subject = await subjectToErase(item, work);
  const after: DispositionItem = {
    ...item,
    ...subject,
    state: dispositionItemStates.next(item.state, 'finish'),
    keyDestroyedAt: item.keyId === null ? null : now,
  };
  await dispositions.saveItem(after);
  emit(dispositionItemDestroyed, {
    ...{ ...aboutReview(review), caseId: item.caseId, subjectId: item.subjectId },
    ...{ entries: item.entries, attachments: item.attachments, keysDestroyed: item.keyId === null ? 0 : 1 },
  });
  return after;
}

async function markDisposed({ caseId }: DispositionItem, { retentionClocks, now }: Work): Promise<void> {
  await retentionClocks.lock();
  const clock = await retentionClocks.find(caseId);
  if (clock === null) return;
  const { onHold: _, ...stored } = clock;
  await retentionClocks.save([
    { ...stored, ...noDecision, state: 'disposed', triggerDate: null, dueOn: null, computedAt: now },
  ]);
}

/** Step 5 begins: a subject goes with its last case, where the policy says so and nothing else needs it. */
async function subjectToErase(
  { policyId, subjectId }: DispositionItem,
  { dispositions, retentionPolicies, recordHolds, recordDisposal, now }: Work,
): Promise<Pick<DispositionItem, 'subjectState' | 'subjectKeyIds'>> {
  const kept = { subjectState: 'kept', subjectKeyIds: [] } as const;
  const [policy] = await retentionPolicies.findAll([policyId]);
  if (policy?.includeSubject !== true || (await dispositions.isSubjectNeeded(subjectId, now))) return kept;
  if ((await recordHolds.heldSubjects([subjectId])).size > 0) return kept;
  const subjectKeyIds = await recordDisposal.retireSubjectKeys(subjectId, now);
  return { subjectState: 'erasing', subjectKeyIds };
}

/** Step 5 ends. */
async function clearedSubject(reviewId: string, position: number, work: Work): Promise<void> {
  const found = await locked(reviewId, position, work);
  if (found === null || found.item.subjectState !== 'erasing') return;
  const { item } = found;
  await work.recordDisposal.eraseSubject(item.subjectId, work);
  await work.dispositions.saveItem({
    ...item,
    subjectState: 'erased',
    subjectKeyDestroyedAt: item.subjectKeyIds.length === 0 ? null : work.now,
  });
}
