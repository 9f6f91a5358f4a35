import type { OpenedKey } from '../../kernel/key-vault.ts';
import { entryInvalidState } from '../errors.ts';
import { openedKey, scopeKey } from '../keys/scope-key.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import { type EntrySeal, entrySeal } from './content.ts';

/** The key of the case that an entry is in, opened before the transaction that reads or writes the entry. */
export async function keyOfEntry(
  { artifactId }: { readonly artifactId: string },
  context: RecordsPreparing,
): Promise<OpenedKey | null> {
  const keyId = await context.transact(async ({ entries, recordKeys }) => {
    const entry = await entries.find(artifactId);
    return entry === null ? null : recordKeys.find({ kind: 'case', id: entry.caseId });
  });
  return keyId === null ? null : openedKey(keyId, context);
}

/** The key of a case; the first entry of a case takes one. */
export const keyOfCase = (
  { caseId }: { readonly caseId: string },
  context: RecordsPreparing,
): Promise<OpenedKey | null> => scopeKey({ kind: 'case', id: caseId }, context);

/** The key of the case in which something is that this finds; null if there is none, or the key was destroyed. */
export async function keyOfThing(
  find: (work: RecordsPorts) => Promise<{ readonly caseId: string } | null>,
  context: RecordsPreparing,
): Promise<OpenedKey | null> {
  const found = await context.transact(find);
  return found === null ? null : keyOfCase(found, context);
}

/** For writing: nothing is written any more once the key of the case was destroyed. */
export function sealOf(
  key: OpenedKey | null,
  { workspaceId, recordCipher }: { readonly workspaceId: string } & Pick<RecordsPorts, 'recordCipher'>,
): EntrySeal {
  if (key === null) throw entryInvalidState();
  return entrySeal(workspaceId, key, recordCipher);
}
