import type { WritingContext } from '../../kernel/handler-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import { approvalsOf } from './candidate.ts';
import type { FoundCandidate } from './found-candidate.ts';
import { candidateKind } from './saved-candidate.ts';

/**
 * RET-4: where two approvals are needed, nobody gives both, and whoever uploaded the document gives none; the rule of the
 * second person alone makes an exception. True if it did.
 */
export async function requireApprover(
  { candidate, document }: FoundCandidate,
  reason: string | null,
  context: WritingContext & LifecyclePorts,
): Promise<boolean> {
  const approvals = approvalsOf(candidate);
  const uploaded = await context.documentLibrary.content(document.id, 'original');
  const others = [...approvals.map(({ byUserId }) => byUserId), uploaded?.createdByUserId ?? ''];
  const { singlePerson } = await context.secondPersonRule.check(context, {
    step: 'retention.approve',
    target: { kind: candidateKind, id: candidate.id },
    requesterIds: candidate.approvalsNeeded > 1 ? others : [],
    countedFrom: approvals.at(-1)?.at ?? candidate.createdAt,
    mayAlso: [],
    reason,
    actor: context.user.userId,
  });
  return singlePerson;
}
