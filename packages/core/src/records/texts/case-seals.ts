import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { type EntrySeal, entrySeal } from '../entries/content.ts';
import { openedKey } from '../keys/scope-key.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';

type Opening = Pick<RecordsPreparing, 'keyVault'> &
  Pick<HandlerContext, 'workspaceId'> &
  Pick<RecordsPorts, 'recordCipher'>;

/** The seal of each case, its key opened outside of any transaction; under a key that was destroyed nothing opens any more. */
export async function sealsOf(
  keyIds: ReadonlyMap<string, string>,
  { keyVault, workspaceId, recordCipher }: Opening,
): Promise<ReadonlyMap<string, EntrySeal>> {
  const keys = await Promise.all(
    [...keyIds].map(
      async ([caseId, keyId]): Promise<readonly [string, OpenedKey | null]> => [
        caseId,
        await openedKey(keyId, { keyVault, workspaceId }),
      ],
    ),
  );
  return new Map(keys.map(([caseId, key]) => [caseId, entrySeal(workspaceId, key, recordCipher)]));
}

/** The seal with which what stands in a case is opened. */
export type SealOfCase = (caseId: string) => EntrySeal;

/** The same as a question; a case without a key, or whose key is retired, has a seal that opens nothing. */
export async function sealOfCase(keyIds: ReadonlyMap<string, string>, context: Opening): Promise<SealOfCase> {
  const seals = await sealsOf(keyIds, context);
  const nothing = entrySeal(context.workspaceId, null, context.recordCipher);
  return (caseId) => seals.get(caseId) ?? nothing;
}
