import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { RetentionCandidate } from './candidate.ts';

export const dispositionTopic = 'lifecycle.execute_disposition';
export const candidateKind = 'retention_candidate';

/** Stores what has become of a candidate; the job that would have executed it ends with its schedule. */
export async function savedCandidate(
  before: RetentionCandidate,
  after: RetentionCandidate,
  {
    retentionCandidates,
    cancelJobs,
  }: Pick<FollowUpContext, 'cancelJobs'> & Pick<LifecyclePorts, 'retentionCandidates'>,
): Promise<RetentionCandidate> {
  const saved = await retentionCandidates.save(after);
  if (before.status === 'scheduled' && after.status !== 'scheduled')
    await cancelJobs({ type: candidateKind, id: before.id }, dispositionTopic);
  return saved;
}
