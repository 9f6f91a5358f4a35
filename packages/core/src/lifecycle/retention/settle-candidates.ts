import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { LifecycleOutcome } from '../lifecycles/lifecycle.ts';
import type { LifecyclePorts } from '../ports.ts';
import { type RetentionCandidate, underTerms, withdrawn } from './candidate.ts';
import { aboutCandidate, isUnder, termsOf } from './candidate-facts.ts';
import { retentionWithdrawn } from './events.ts';
import { savedCandidate } from './saved-candidate.ts';

export type SettlingContext = Pick<FollowUpContext, 'now' | 'emit' | 'cancelJobs'> &
  Pick<LifecyclePorts, 'retentionCandidates' | 'documentLibrary'>;

/**
 * Holds the candidates of documents against what was computed for these: one whose period is not over any more is withdrawn,
 * and under other terms every approval has to be given again (RET-2, RET-3).
 */
export async function settleCandidates(
  outcomes: ReadonlyMap<string, LifecycleOutcome>,
  context: SettlingContext,
): Promise<void> {
  const { retentionCandidates, now } = context;
  for (const candidate of await retentionCandidates.liveOf([...outcomes.keys()])) {
    const outcome = outcomes.get(candidate.documentId);
    const terms = outcome === undefined ? null : termsOf(outcome, now);
    if (terms === null) await withdraw(candidate, context);
    else if (!isUnder(candidate, terms))
      await savedCandidate(candidate, underTerms(candidate, terms, now), context);
  }
}

async function withdraw(candidate: RetentionCandidate, context: SettlingContext): Promise<void> {
  const after = await savedCandidate(candidate, withdrawn(candidate, context.now), context);
  const document = await context.documentLibrary.get(after.documentId);
  context.emit(retentionWithdrawn, aboutCandidate(after, document));
}
