import type { Chancery } from '@chancery/sdk';
import type { Pack } from './pack.ts';

/** Makes the types and policies of a pack that are not there yet. Run again, it changes nothing. */
export async function setUp(chancery: Chancery, pack: Pack): Promise<void> {
  const policyIds = new Map<string, string>();
  const policyOfType = new Map<string, string>();
  for await (const { id, name, assignments } of chancery.lifecycle.listExpirationPoliciesAll()) {
    policyIds.set(name, id);
    for (const { scope, targetId } of assignments)
      if (scope === 'type' && targetId !== null) policyOfType.set(targetId, id);
  }
  const typeIds = new Map<string, string>();
  for await (const { id, key } of chancery.lifecycle.listDocumentTypesAll({ status: 'all' }))
    typeIds.set(key, id);

  for (const policy of pack.policies) {
    if (policyIds.has(policy.name)) continue;
    policyIds.set(policy.name, (await chancery.lifecycle.createExpirationPolicy(policy)).policy.id);
    console.log(`policy: ${policy.name}`);
  }
  for (const { policy, ...type } of pack.types) {
    const typeId = typeIds.get(type.key) ?? (await chancery.lifecycle.createDocumentType(type)).type.id;
    if (!typeIds.has(type.key)) console.log(`type: ${type.name}`);

    const policyId = policyIds.get(policy);
    if (policyId === undefined || policyOfType.has(typeId)) continue;
    await chancery.lifecycle.assignExpirationPolicy({ policyId, scope: 'type', targetId: typeId });
    console.log(`${type.name}: ${policy}`);
  }
  console.log(`${pack.name} is set up.`);
}
