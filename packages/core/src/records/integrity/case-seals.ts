import { type EntrySeal, entrySeal } from '../entries/content.ts';
import { openedKey } from '../keys/scope-key.ts';
import type { Performing } from './part.ts';

/** What opens a case: a seal, nothing any more because its key was destroyed or is about to be, or a key that is lost. */
export type CaseSeal = EntrySeal | 'destroyed' | 'lost';

/** The seals of cases, their keys opened outside of any transaction. */
export async function caseSeals(
  caseIds: readonly string[],
  { transact, keyVault, workspaceId, recordCipher }: Performing,
): Promise<ReadonlyMap<string, CaseSeal>> {
  const distinct = [...new Set(caseIds)];
  const keys = await transact(async ({ recordKeys }) => {
    const found: (readonly [string, string | 'destroyed' | 'lost'])[] = [];
    for (const id of distinct) {
      const scope = { kind: 'case', id } as const;
      const without = async () => ((await recordKeys.isRetired(scope)) ? 'destroyed' : 'lost');
      found.push([id, (await recordKeys.find(scope)) ?? (await without())]);
    }
    return found;
  });
  const seals = new Map<string, CaseSeal>();
  for (const [caseId, keyId] of keys) {
    if (keyId === 'destroyed' || keyId === 'lost') seals.set(caseId, keyId);
    else {
      const key = await openedKey(keyId, { keyVault, workspaceId });
      seals.set(caseId, key === null ? 'destroyed' : entrySeal(workspaceId, key, recordCipher));
    }
  }
  return seals;
}
