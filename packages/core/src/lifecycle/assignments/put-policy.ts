import type { WritingContext } from '../../kernel/handler-context.ts';
import { policyAssigned, policyUnassigned, recalculationDue } from '../events.ts';
import { evaluateDocuments } from '../lifecycles/evaluate-documents.ts';
import type { AssignmentTarget } from '../lifecycles/ports.ts';
import type { ExpirationPolicy } from '../policies/expiration-policy.ts';
import type { LifecyclePorts } from '../ports.ts';
import { ended, type PolicyAssignment } from './assignment.ts';

type Context = WritingContext & LifecyclePorts;

export interface PutPolicy {
  readonly assignment: PolicyAssignment;
  /** What stood there before; null if nothing did, or the same policy. */
  readonly replacedAssignmentId: string | null;
  readonly isNew: boolean;
}

/** Puts a policy on a target, in the place of what stands there. The same policy again changes nothing. */
export async function putPolicy(
  { id: policyId }: Pick<ExpirationPolicy, 'id'>,
  target: AssignmentTarget,
  note: string | null,
  context: Context,
): Promise<PutPolicy> {
  const { policyAssignments, user, now, newId, emit } = context;
  await policyAssignments.lockTarget(target);
  const before = await policyAssignments.on(target);
  if (before?.policyId === policyId) return { assignment: before, replacedAssignmentId: null, isNew: false };
  if (before !== null) await policyAssignments.end(ended(before, user.userId, now));
  const assignment: PolicyAssignment = {
    id: newId(),
    policyId,
    ...target,
    note,
    createdByUserId: user.userId,
    createdAt: now,
    endedAt: null,
    endedByUserId: null,
  };
  await policyAssignments.add(assignment);
  emit(policyAssigned, await aboutAssignment(assignment, context));
  return { assignment, replacedAssignmentId: before?.id ?? null, isNew: true };
}

/** Takes away what stands on a target; null if nothing does. */
export async function takePolicy(
  target: AssignmentTarget,
  context: Context,
): Promise<PolicyAssignment | null> {
  const { policyAssignments, user, now, emit } = context;
  await policyAssignments.lockTarget(target);
  const before = await policyAssignments.on(target);
  if (before === null) return null;
  const after = ended(before, user.userId, now);
  await policyAssignments.end(after);
  emit(policyUnassigned, await aboutAssignment(after, context));
  return after;
}

/** What events say about it; outside nobody is told of a document that not everybody sees (LIB-4). */
async function aboutAssignment(
  { id, policyId, scope, targetId }: PolicyAssignment,
  { documentLibrary }: Pick<Context, 'documentLibrary'>,
) {
  const document = scope === 'document' && targetId !== null ? await documentLibrary.get(targetId) : null;
  return {
    assignmentId: id,
    policyId,
    scope,
    targetId,
    visibility: document?.visibility ?? ('workspace' as const),
  };
}

/** Computes anew what a change of a target concerns: a document at once, all others by a job (LIF-1). How many these are. */
export async function settleTarget(target: AssignmentTarget, context: Context): Promise<number> {
  const { lifecycles, emit } = context;
  if (target.scope === 'document' && target.targetId !== null) {
    await evaluateDocuments([target.targetId], context);
    return 1;
  }
  emit(recalculationDue, { by: target, after: null });
  return lifecycles.countConcerned(target);
}
