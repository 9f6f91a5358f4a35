import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { DocumentToPlan } from './ports.ts';
import { type WantedAction, wantedActions } from './wanted-actions.ts';

type Context = Pick<LifecyclePorts, 'expirationPolicies'> & Pick<FollowUpContext, 'now' | 'timeZones'>;

/** What each of these documents asks for, by its id, under the policy that applies to it. */
export async function wantedByDocuments(
  documents: readonly DocumentToPlan[],
  { expirationPolicies, now, timeZones }: Context,
): Promise<ReadonlyMap<string, readonly WantedAction[]>> {
  const policyIds = new Set(documents.flatMap(({ lifecycle }) => lifecycle.policyId ?? []));
  const policies = policyIds.size === 0 ? [] : await expirationPolicies.among([...policyIds]);
  const policyOf = new Map(policies.map((policy) => [policy.id, policy]));
  return new Map(
    documents.map((document) => {
      const { documentId, policyId } = document.lifecycle;
      const policy = policyId === null ? null : (policyOf.get(policyId) ?? null);
      return [documentId, wantedActions(document, policy, now, timeZones)];
    }),
  );
}
