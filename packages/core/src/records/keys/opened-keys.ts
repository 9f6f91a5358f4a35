import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import type { ScopeKey } from './ports.ts';
import { openedKey } from './scope-key.ts';

/** Keys by their ids, each with what it belongs to; its key is null where nothing is opened with it any more. */
export type OpenedKeys = ReadonlyMap<string, ScopeKey & { readonly key: OpenedKey | null }>;

/** Of these ids the keys of subjects and cases, as the transaction knows them that has read what they have sealed. */
export const knownKeys = async (
  keyIds: readonly string[],
  { recordKeys }: Pick<RecordsPorts, 'recordKeys'>,
): Promise<readonly ScopeKey[]> => (keyIds.length === 0 ? [] : recordKeys.ofIds([...new Set(keyIds)]));

/** Opens them; the vault is asked outside of any transaction (PLT-21). */
export async function openedKeys(
  keys: readonly ScopeKey[],
  context: Pick<RecordsPreparing, 'keyVault' | 'workspaceId'>,
): Promise<OpenedKeys> {
  const opened = new Map<string, ScopeKey & { readonly key: OpenedKey | null }>();
  for (const each of keys) {
    const key = each.isRetired ? null : await openedKey(each.keyId, context);
    opened.set(each.keyId, { ...each, key });
  }
  return opened;
}
