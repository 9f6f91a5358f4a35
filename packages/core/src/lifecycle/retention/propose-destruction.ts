import type { Document } from '../../documents/index.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { outcomesOf } from '../lifecycles/evaluate-documents.ts';
import type { LifecyclePorts } from '../ports.ts';
import { newCandidate, type RetentionCandidate, type RetentionTerms } from './candidate.ts';
import { aboutCandidate, termsOf } from './candidate-facts.ts';
import { retentionCandidateCreated, retentionCandidatesFound } from './events.ts';

type Context = LifecyclePorts & Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'timeZones' | 'cancelJobs'>;

/**
 * Makes candidates of those of these documents whose period is over by the policy that wins now (RET-2). They are locked, in
 * the order of their ids, so that of two runs at once one finds what the other has made.
 */
export async function proposeDestruction(documentIds: readonly string[], context: Context): Promise<void> {
  const { lifecycles, retentionCandidates, documentLibrary, now, emit } = context;
  const documents = await lifecycles.toEvaluate(documentIds);
  const outcomes = await outcomesOf(documents, context);
  await lifecycles.settle(outcomes);
  const live = new Set((await retentionCandidates.liveOf(documentIds)).map(({ documentId }) => documentId));
  const found: RetentionCandidate[] = [];
  for (const [documentId, outcome] of outcomes) {
    const terms = termsOf(outcome, now);
    const document = terms === null || live.has(documentId) ? null : await documentLibrary.get(documentId);
    if (terms === null || document === null || document.status === 'disposed') continue;
    found.push(await propose(document, terms, context));
  }
  if (found.length > 0) emit(retentionCandidatesFound, { candidateIds: found.map(({ id }) => id) });
}

async function propose(
  document: Document,
  terms: RetentionTerms,
  { retentionCandidates, documentLibrary, now, newId, emit }: Context,
): Promise<RetentionCandidate> {
  const isHeld = await documentLibrary.isHeld(document.id);
  const candidate = newCandidate(newId(), document.id, terms, isHeld, now);
  await retentionCandidates.add(candidate);
  const { policyId, eligibleOn } = terms;
  emit(retentionCandidateCreated, { ...aboutCandidate(candidate, document), policyId, eligibleOn });
  return candidate;
}
