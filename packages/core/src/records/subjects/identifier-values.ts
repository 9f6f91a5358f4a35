import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import { openedOfScope } from '../../kernel/scope-seal.ts';
import { Unprepared } from '../../kernel/unprepared.ts';
import type { ScopeKey } from '../keys/ports.ts';
import { openedKey } from '../keys/scope-key.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import { openedByRing, openedMask, placeUnderKey } from './identifiers.ts';
import type { SubjectIdentifier } from './subject.ts';

/** Keys by their ids; null is one under which nothing is opened any more. */
export type OpenedKeys = ReadonlyMap<string, OpenedKey | null>;
/** What of an identifier is shown. */
export type ShownValue = (identifier: SubjectIdentifier) => string;

interface Showing {
  readonly workspaceId: string;
  readonly keyRing: Pick<KeyRing, 'open'>;
}

/** The end of each. */
export const masked =
  ({ keyRing }: Pick<Showing, 'keyRing'>): ShownValue =>
  (identifier) =>
    openedMask(identifier, keyRing);

/**
 * Each whole, so far as its key is there; of what a destroyed key sealed, its end is left until its row is deleted. Throws
 * `Unprepared` where a key was not asked for yet.
 */
export const whole =
  (
    keys: OpenedKeys | null,
    { workspaceId, keyRing }: Showing,
    known: ReadonlyMap<string, string> = new Map(),
  ): ShownValue =>
  (identifier) => {
    const { id, keyId, valueSealed } = identifier;
    const value = known.get(id);
    if (value !== undefined) return value;
    if (keyId === null) return openedByRing(identifier, keyRing);
    const key = keys?.get(keyId);
    if (key === undefined) throw new Unprepared();
    if (key === null) return openedMask(identifier, keyRing);
    return Buffer.from(openedOfScope(key, valueSealed, placeUnderKey(workspaceId, id))).toString('utf8');
  };

type KnownKey = Pick<ScopeKey, 'keyId' | 'isRetired'>;

/** The keys under which these identifiers are, by what the transaction that has read them knows of each. */
export async function keysOfIdentifiers(
  identifiers: readonly Pick<SubjectIdentifier, 'keyId'>[],
  { recordKeys }: Pick<RecordsPorts, 'recordKeys'>,
): Promise<readonly KnownKey[]> {
  const keyIds = [...new Set(identifiers.flatMap(({ keyId }) => (keyId === null ? [] : [keyId])))];
  if (keyIds.length === 0) return [];
  const known = new Map((await recordKeys.ofIds(keyIds)).map((key) => [key.keyId, key]));
  // Nothing is opened with a key that is not one of a subject here.
  return keyIds.map((keyId) => known.get(keyId) ?? { keyId, isRetired: true });
}

/** Opens keys; the vault is asked outside of any transaction (PLT-21). */
export async function openedKeys(
  keys: readonly KnownKey[],
  context: Pick<RecordsPreparing, 'keyVault' | 'workspaceId'>,
): Promise<OpenedKeys> {
  const opened = new Map<string, OpenedKey | null>();
  for (const { keyId, isRetired } of keys)
    opened.set(keyId, isRetired ? null : await openedKey(keyId, context));
  return opened;
}

/** For an action that shows these subjects whole: the keys of their identifiers and of those of all that was merged into them. */
export async function keysOfSubjects(
  subjectIds: readonly string[],
  context: RecordsPreparing,
): Promise<OpenedKeys | null> {
  const keys = await context.transact(async ({ subjects, subjectIdentifiers, recordKeys }) => {
    const members = await subjects.mergedInto(subjectIds);
    const all = [...subjectIds, ...members.map(({ id }) => id)];
    return keysOfIdentifiers(await subjectIdentifiers.of(all), { recordKeys });
  });
  return openedKeys(keys, context);
}
