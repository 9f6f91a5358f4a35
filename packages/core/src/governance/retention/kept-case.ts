import type { WritingContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { KeptCase, OpenedCase } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { retentionAssigned } from './events.ts';

/** By which policy a case is kept, how long, and whether a hold keeps it longer. */
export async function keptCase(
  caseId: string,
  {
    retentionClocks,
    retentionPolicies,
    recordHolds,
  }: Pick<GovernancePorts, 'retentionClocks' | 'retentionPolicies' | 'recordHolds'>,
): Promise<KeptCase> {
  const clock = await retentionClocks.find(caseId);
  const [policy] = clock === null ? [] : await retentionPolicies.findAll([clock.policyId]);
  if (clock !== null && policy !== undefined) {
    const { policyId, state, triggerDate, dueOn, onHold } = clock;
    return { policyId, policyName: policy.name, state, triggerDate, dueOn, onHold };
  }
  return {
    ...{ policyId: null, policyName: null, state: 'not_started', triggerDate: null, dueOn: null },
    onHold: (await recordHolds.on([caseId])).has(caseId),
  };
}

/** Assigns a policy to a case that is just being opened; its clock is computed once the case is there. */
export async function keptBy(
  policyId: string,
  { id: caseId, primarySubjectId }: OpenedCase,
  { retentionPolicies }: Pick<GovernancePorts, 'retentionPolicies'>,
  { newId, now, user, emit }: Pick<WritingContext, 'newId' | 'now' | 'user' | 'emit'>,
): Promise<void> {
  const policy = await retentionPolicies.find(policyId);
  if (policy?.status !== 'active')
    throw invalidField('/retentionPolicyId', 'field.invalid', 'Name a retention policy that is active.');
  const reason = 'It was chosen when the case was opened.';
  const assignment = {
    id: newId(),
    policyId,
    reason,
    status: 'active' as const,
    targetKind: 'case' as const,
  };
  await retentionPolicies.assign({
    ...assignment,
    ...{ targetCaseId: caseId, targetCode: null, assignedByUserId: user.userId, assignedAt: now },
  });
  emit(retentionAssigned, {
    ...{ assignmentId: assignment.id, policyId, targetKind: assignment.targetKind, targetCode: null, reason },
    ...{ caseId, subjectId: primarySubjectId },
  });
}
