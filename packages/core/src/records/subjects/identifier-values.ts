import type { KeyRing } from '../../kernel/ports.ts';
import { openedOfScope } from '../../kernel/scope-seal.ts';
import { Unprepared } from '../../kernel/unprepared.ts';
import { knownKeys, type OpenedKeys, openedKeys } from '../keys/opened-keys.ts';
import type { ScopeKey } from '../keys/ports.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import { openedByRing, openedMask, placeUnderKey } from './identifiers.ts';
import type { SubjectIdentifier } from './subject.ts';

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
 * `Unprepared` where no key was asked for yet.
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
    if (keys === null) throw new Unprepared();
    const key = keys.get(keyId)?.key ?? null;
    if (key === null) return openedMask(identifier, keyRing);
    return Buffer.from(openedOfScope(key, valueSealed, placeUnderKey(workspaceId, id))).toString('utf8');
  };

/** The keys under which these identifiers are, by what the transaction that has read them knows of each. */
export const keysOfIdentifiers = (
  identifiers: readonly Pick<SubjectIdentifier, 'keyId'>[],
  recordsPorts: Pick<RecordsPorts, 'recordKeys'>,
): Promise<readonly ScopeKey[]> =>
  knownKeys(
    identifiers.flatMap(({ keyId }) => (keyId === null ? [] : [keyId])),
    recordsPorts,
  );

/** For an action that shows these subjects whole: the keys of their identifiers and of those of all that was merged into them. */
export async function keysOfSubjects(
  subjectIds: readonly string[],
  context: RecordsPreparing,
): Promise<OpenedKeys | null> {
  const keys = await context.transact(async ({ subjectIdentifiers, recordKeys }) =>
    keysOfIdentifiers(await subjectIdentifiers.ofUnions(subjectIds), { recordKeys }),
  );
  return openedKeys(keys, context);
}
