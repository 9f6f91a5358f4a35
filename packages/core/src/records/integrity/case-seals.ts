import type { EntrySeal } from '../entries/content.ts';
import { sealsOf } from '../texts/case-seals.ts';
import type { Performing } from './part.ts';

/** What opens a case: a seal, nothing any more because its key was destroyed or is about to be, or a key that is lost. */
export type CaseSeal = EntrySeal | 'destroyed' | 'lost';

/** The seals of cases, their keys opened outside of any transaction. */
export async function caseSeals(
  caseIds: readonly string[],
  performing: Performing,
): Promise<ReadonlyMap<string, CaseSeal>> {
  const distinct = [...new Set(caseIds)];
  const { keyIds, without } = await performing.transact(async ({ recordKeys }) => {
    const found = await recordKeys.findOfCases(distinct);
    const missing: (readonly [string, CaseSeal])[] = [];
    for (const id of distinct)
      if (!found.has(id))
        missing.push([id, (await recordKeys.isRetired({ kind: 'case', id })) ? 'destroyed' : 'lost']);
    return { keyIds: found, without: missing };
  });
  const seals = await sealsOf(keyIds, performing);
  return new Map([
    ...without,
    ...[...seals].map(([id, seal]) => [id, seal.isDestroyed ? 'destroyed' : seal] as const),
  ]);
}
