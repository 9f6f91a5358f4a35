import { z } from 'zod';
import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { version } from '../../kernel/shapes.ts';
import { policyDuplicate, policyNotFound, policyTooMany } from '../errors.ts';
import { policyUpdated, policyWasArchived, recalculationDue } from '../events.ts';
import { requireRoom } from '../named-things.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { checkedPolicy } from './checked-policy.ts';
import {
  type ExpirationPolicy,
  expirationPolicyStates,
  inStatus,
  type PolicyContent,
  type PolicyStatus,
  policyBound,
} from './expiration-policy.ts';
import { aboutPolicy } from './policy-facts.ts';
import { policyFields, policyId } from './policy-fields.ts';
import { shownPolicy } from './policy-use.ts';
import { ExpirationPolicyView } from './views.ts';

export const updateExpirationPolicy = command({
  summary: 'Change an expiration policy',
  description:
    'Every change makes a new revision. An archived policy counts nowhere; its assignments stay, and count again once it is restored.',
  access: { owner: 'any', admin: 'any' },
  feature: 'document_lifecycle',
  cli: { example: { graceDays: 14 } },
  input: z.strictObject({
    policyId: policyId(),
    ...z.object(policyFields).partial().shape,
    status: z.enum(expirationPolicyStates.states).optional().describe('Archive it, or make it count again.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    policy: ExpirationPolicyView,
    affectedDocuments: z.int().describe('How many documents are computed anew, by a job.'),
  }),
  errors: [policyNotFound, policyDuplicate, policyTooMany],

  find: ({ policyId: id }, { expirationPolicies }) => expirationPolicies.get(id, 'for update'),
  version: (policy) => policy.version,

  async run({ policyId: _, expectedVersion: __, status, ...given }, context) {
    const { found: policy, expirationPolicies, now, emit } = context;
    const changed = await changedPolicy(policy, given, status ?? policy.status, context);
    if (sameJson(changed, policy))
      return { policy: await shownPolicy(policy, context), affectedDocuments: 0 };
    if (changed.status === 'active')
      await requireRoom(
        { ...changed, isMore: policy.status === 'archived' },
        expirationPolicies,
        policyBound,
      );

    const after = await expirationPolicies.save({
      ...changed,
      revision: policy.revision + 1,
      updatedAt: now,
    });
    const isArchived = policy.status === 'active' && after.status === 'archived';
    emit(isArchived ? policyWasArchived : policyUpdated, aboutPolicy(after));
    const isRestored = policy.status === 'archived' && after.status === 'active';
    const affectedDocuments = await settlePolicy(after.id, isRestored, context);
    return { policy: await shownPolicy(after, context), affectedDocuments };
  },
});

type Given = { readonly [F in keyof PolicyContent]?: PolicyContent[F] | undefined };

async function changedPolicy(
  policy: ExpirationPolicy,
  given: Given,
  status: PolicyStatus,
  context: LifecyclePorts & HandlerContext,
): Promise<ExpirationPolicy> {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const changed: ExpirationPolicy = { ...policy, ...named };
  return inStatus({ ...changed, ...(await checkedPolicy(changed, context)) }, status);
}

/**
 * Has the documents computed anew to which the policy applies, or, if it counts again, all those below what it is assigned
 * to (LIF-7). How many these are at this time.
 */
async function settlePolicy(
  policyId: string,
  isRestored: boolean,
  { lifecycles, emit }: LifecyclePorts & WritingContext,
): Promise<number> {
  const by = isRestored ? { assignedPolicyId: policyId } : { policyId };
  emit(recalculationDue, { by, after: null });
  return lifecycles.countConcerned(by);
}
