import type { WritingContext } from '../../kernel/handler-context.ts';
import type { GovernancePorts } from '../ports.ts';
import { addDraftPolicy } from '../retention/create-retention-policy.ts';
import type { RetentionPolicy } from '../retention/policy.ts';
import type { IndustryPack } from './pack.ts';

/** More than any workspace has. */
const mostPolicies = 10_000;
const longestCode = 100;

type Context = Pick<GovernancePorts, 'retentionPolicies'> &
  Pick<WritingContext, 'newId' | 'now' | 'user' | 'emit'>;

/** Adds the policies that a pack begins with, as drafts; what an earlier adoption left is not added again (GOV-38). */
export async function addDraftPolicies(
  { code: packCode, retentionDefaults }: IndustryPack,
  context: Context,
): Promise<readonly RetentionPolicy[]> {
  await context.retentionPolicies.lock();
  const known = new Map(
    (await context.retentionPolicies.list(null, mostPolicies)).map((policy) => [policy.code, policy]),
  );
  const added: RetentionPolicy[] = [];
  for (const { caseTypes: _, ...policy } of retentionDefaults) {
    const suffix = `_${packCode}`;
    const codes = [policy.code, `${policy.code.slice(0, longestCode - suffix.length)}${suffix}`];
    const isThere = codes.some((code) => {
      const other = known.get(code);
      return (
        other?.name === policy.name && other.trigger === policy.trigger && other.period === policy.period
      );
    });
    const code = codes.find((each) => !known.has(each));
    if (!isThere && code !== undefined) added.push(await addDraftPolicy({ ...policy, code }, context));
  }
  return added;
}
