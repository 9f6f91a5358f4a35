import type { HandlerContext } from '../../kernel/handler-context.ts';
import { id } from '../../kernel/shapes.ts';
import type { RecordReader } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { retentionPolicyNotFound } from './errors.ts';
import type { RetentionPolicy } from './policy.ts';

export const policyId = () => id().describe('The id of the policy.');

export interface FoundPolicy {
  readonly reader: RecordReader;
  readonly policy: RetentionPolicy;
}

/** A policy, for whoever is asked by `may` what they may do with it. Changes of policies wait for each other. */
export async function foundPolicy(
  { policyId: asked }: { readonly policyId: string },
  context: Pick<GovernancePorts, 'retentionPolicies' | 'recordReaders'> & Pick<HandlerContext, 'user'>,
): Promise<FoundPolicy> {
  const { retentionPolicies, recordReaders } = context;
  await retentionPolicies.lock();
  const [reader, policy] = await Promise.all([
    recordReaders.of(context),
    retentionPolicies.find(asked, 'for update'),
  ]);
  if (policy === null) throw retentionPolicyNotFound();
  return { reader, policy };
}
