import type { Document } from '../../documents/index.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { dispositionJobs } from '../jobs.ts';
import { evaluateDocuments } from '../lifecycles/evaluate-documents.ts';
import { type LifecyclePorts, reaction } from '../ports.ts';
import {
  annulled,
  approvalsOf,
  executed,
  failed,
  type RetentionCandidate,
  replayed,
  retentionCandidateStates,
  type Tombstone,
} from './candidate.ts';
import { dispositionEnded, dispositionScheduled } from './events.ts';
import { settleHeld } from './held-candidates.ts';
import { candidateKind, dispositionTopic, savedCandidate } from './saved-candidate.ts';

/**
 * Destroys what was approved once its cool-off is over, if everything is still as it was approved (RET-3). It looks at all of
 * it under the lock on the document that placing a hold takes too, so nothing is destroyed that is on hold (HLD-2).
 */
export const executeDisposition = reaction(
  dispositionScheduled,
  {
    topic: dispositionTopic,
    policy: dispositionJobs,
    aggregate: ({ candidateId }) => ({ type: candidateKind, id: candidateId }),
    dueAt: ({ executeAfter }) => executeAfter,
    async givenUp({ candidateId, executeAfter }, { transact }) {
      await transact(async (work) => {
        const found = await candidateToExecute(candidateId, executeAfter, work);
        if (found === null || found.candidate.status !== 'scheduled') return;
        await savedCandidate(found.candidate, failed(found.candidate, 'execution_failed', work.now), work);
        work.emit(dispositionEnded, { candidateId });
      });
    },
  },
  ({ candidateId, executeAfter }, { once }) =>
    once(async (work) => {
      const found = await candidateToExecute(candidateId, executeAfter, work);
      if (found === null) return;
      await takenUp(found.candidate, work);
      const candidate = await stillApproved(found.document, work);
      if (candidate === null) return;
      await destroy(found.document, candidate, work);
      work.emit(dispositionEnded, { candidateId });
    }),
);

type Work = LifecyclePorts & FollowUpContext;

/** The candidate with its document locked; null if it is not scheduled for this instant any more. */
async function candidateToExecute(
  candidateId: string,
  executeAfter: string,
  { retentionCandidates, documentLibrary, now }: Work,
): Promise<{ readonly document: Document; readonly candidate: RetentionCandidate } | null> {
  const { documentId } = await retentionCandidates.get(candidateId);
  const document = await documentLibrary.get(documentId, 'for update');
  const [candidate] = await retentionCandidates.liveOf([documentId]);
  if (document === null || candidate?.id !== candidateId) return null;
  const isDue = candidate.executeAfter === executeAfter && executeAfter <= now;
  return isDue ? { document, candidate } : null;
}

/** What failed before is scheduled again, since somebody has its job replayed. */
async function takenUp(candidate: RetentionCandidate, work: Work): Promise<void> {
  if (retentionCandidateStates.can(candidate.status, 'replay'))
    await savedCandidate(candidate, replayed(candidate, work.now), work);
}

/** The candidate, if no hold, no other policy, no missing approval and no signing stands in the way; else it is put back. */
async function stillApproved(document: Document, work: Work): Promise<RetentionCandidate | null> {
  await settleHeld(document.id, work);
  await evaluateDocuments([document.id], work);
  const [candidate] = await work.retentionCandidates.liveOf([document.id]);
  if (candidate?.status !== 'scheduled') return null;
  const isBeingSigned = ['sent', 'completed'].includes(document.signatureStatus);
  if (approvalsOf(candidate).length >= candidate.approvalsNeeded && !isBeingSigned) return candidate;
  await savedCandidate(candidate, annulled(candidate, work.now), work);
  return null;
}

async function destroy(document: Document, candidate: RetentionCandidate, work: Work): Promise<void> {
  const { documentLibrary, retentionCandidates, now } = work;
  const versions = await documentLibrary.versions(document.id);
  const approvals = approvalsOf(candidate);
  const tombstone: Tombstone = {
    sha256s: versions.map(({ sha256 }) => sha256),
    versions: versions.length,
    bytes: versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    approvedBy: approvals.map(({ byUserId }) => byUserId),
    singlePerson: approvals.some(({ singlePerson }) => singlePerson),
    executedAt: now,
    keptByRecords: false,
  };
  // It is no live candidate any more when the document tells that it was destroyed.
  await retentionCandidates.save(executed(candidate, tombstone));
  await documentLibrary.dispose(work, document);
}
