import { viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import { mostCounted } from '../types/views.ts';
import type { ExpirationPolicy } from './expiration-policy.ts';
import { expirationPolicyView, type PolicyUse, shownAssignments } from './views.ts';

type Context = Pick<LifecyclePorts, 'policyAssignments' | 'lifecycles'> &
  Pick<HandlerContext, 'user' | 'workspaceId'>;

/** These policies as answers show them, with what they are assigned to and the documents that the caller sees (LIF-24). */
export async function shownPolicies(
  policies: readonly ExpirationPolicy[],
  { policyAssignments, lifecycles, user, workspaceId }: Context,
) {
  const ids = policies.map(({ id }) => id);
  const [assignments, assigned, applied] = await Promise.all([
    policyAssignments.ofPolicies(ids, shownAssignments),
    policyAssignments.counts(ids),
    lifecycles.countsOfPolicies(ids, viewerOf(user), mostCounted),
  ]);
  return policies.map((policy) => {
    const use: PolicyUse = {
      assignmentCount: assigned.get(policy.id) ?? 0,
      documentCount: applied.get(policy.id) ?? 0,
      assignments: assignments.filter(({ policyId }) => policyId === policy.id),
    };
    return expirationPolicyView(policy, use, workspaceId);
  });
}

export async function shownPolicy(policy: ExpirationPolicy, context: Context) {
  const [shown] = await shownPolicies([policy], context);
  // One policy in gives one out.
  return shown as NonNullable<typeof shown>;
}
