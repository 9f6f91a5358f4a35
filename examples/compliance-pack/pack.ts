import { readFile } from 'node:fs/promises';
import type { CreateDocumentTypeInput, CreateExpirationPolicyInput } from '@chancery/sdk';

/** What a trade has to keep in force: the types of its papers, and the policies that say until when each is good. */
export interface Pack {
  readonly name: string;
  readonly policies: readonly CreateExpirationPolicyInput[];
  /** Each with the name of the policy for documents of that type. */
  readonly types: readonly (CreateDocumentTypeInput & { readonly key: string; readonly policy: string })[];
}

/** The pack in a file of JSON. What its fields may hold the service checks, and says of each that is wrong. */
export async function readPack(path: string): Promise<Pack> {
  const pack: Pack = JSON.parse(await readFile(path, 'utf8'));
  if (!Array.isArray(pack.policies) || !Array.isArray(pack.types))
    throw new Error(`${path} is no pack: it has to hold a list of policies and a list of types.`);
  const policies = new Set(pack.policies.map(({ name }) => name));
  for (const { name, policy } of pack.types)
    if (!policies.has(policy))
      throw new Error(`The type ${name} names the policy “${policy}”, which is not in ${path}.`);
  return pack;
}
