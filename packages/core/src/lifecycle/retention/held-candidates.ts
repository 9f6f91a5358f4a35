import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import { blocked, retentionCandidateStates, unblocked } from './candidate.ts';
import { savedCandidate } from './saved-candidate.ts';

type Context = Pick<FollowUpContext, 'now' | 'cancelJobs'> &
  Pick<LifecyclePorts, 'retentionCandidates' | 'documentLibrary'>;

/**
 * Blocks the candidate of a document that is on hold, and unblocks it once no context holds it any more. The caller has
 * locked the document, so nobody destroys it meanwhile (HLD-2).
 */
export async function settleHeld(documentId: string, context: Context): Promise<void> {
  const { retentionCandidates, documentLibrary, now } = context;
  const [candidate] = await retentionCandidates.liveOf([documentId]);
  if (candidate === undefined) return;
  const isHeld = await documentLibrary.isHeld(documentId);
  if (isHeld && retentionCandidateStates.can(candidate.status, 'hold'))
    await savedCandidate(candidate, blocked(candidate, now), context);
  if (!isHeld && retentionCandidateStates.can(candidate.status, 'release'))
    await savedCandidate(candidate, unblocked(candidate, now), context);
}
