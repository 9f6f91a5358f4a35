import { hexOf, hmacSha256, utf8 } from '../../kernel/crypto.ts';
import { openedText } from '../../kernel/opened-text.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import { sealedForScope } from '../../kernel/scope-seal.ts';
import type { ScopeKey } from '../keys/ports.ts';
import type { IdentifierSeal, SubjectIdentifier } from './subject.ts';

const ringPlace = (id: string): string => `subject-identifier:${id}`;
const maskPlace = (id: string): string => `subject-identifier-mask:${id}`;
/** To what a value is bound that is under the key of its subject. */
export const placeUnderKey = (workspaceId: string, id: string): string =>
  `${workspaceId}|subject_identifiers|${id}|value`;

/** An identifier as it is compared: however it is spaced, and whatever its letter case (REC-11). */
export const normalisedIdentifier = (value: string): string =>
  value
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.-]/gu, '');

/** What something is found again by without being kept in the clear, in this workspace and no other. */
export const macOf = (
  kind: 'identifier' | 'value' | 'email' | 'phone' | 'birth' | 'sound',
  parts: readonly string[],
  workspaceId: string,
  keyRing: Pick<KeyRing, 'derive'>,
): string => hexOf(hmacSha256(keyRing.derive('subject-match'), [workspaceId, kind, ...parts].join('\0')));

export const identifierMac = (
  system: string,
  value: string,
  workspaceId: string,
  keyRing: Pick<KeyRing, 'derive'>,
): string => macOf('identifier', [system, normalisedIdentifier(value)], workspaceId, keyRing);

export const valueKeyOf = (value: string, workspaceId: string, keyRing: Pick<KeyRing, 'derive'>): string =>
  macOf('value', [normalisedIdentifier(value)], workspaceId, keyRing);

/**
 * The value sealed to the public half of the key of its subject, with which it ends (governance 7). Where that is not known
 * yet the key ring seals it, until a job has moved it.
 */
export function identifierSeal(
  id: string,
  value: string,
  key: Pick<ScopeKey, 'keyId' | 'publicKey'> | null,
  { workspaceId, keyRing }: { readonly workspaceId: string; readonly keyRing: KeyRing },
): IdentifierSeal {
  const known = {
    maskSealed: keyRing.seal(utf8(maskedValue(value)), maskPlace(id)),
    valueKey: valueKeyOf(value, workspaceId, keyRing),
  };
  if (key === null || key.publicKey === null)
    return { ...known, keyId: null, valueSealed: keyRing.seal(utf8(value), ringPlace(id)) };
  const valueSealed = sealedForScope(key.publicKey, utf8(value), placeUnderKey(workspaceId, id));
  return { ...known, keyId: key.keyId, valueSealed };
}

/** A value that is not under the key of its subject yet. */
export const openedByRing = (
  { id, valueSealed }: Pick<SubjectIdentifier, 'id' | 'valueSealed'>,
  keyRing: Pick<KeyRing, 'open'>,
): string => openedText(keyRing, valueSealed, ringPlace(id));

/** The end of the value, for which no key of a subject is opened. */
export const openedMask = (
  identifier: Pick<SubjectIdentifier, 'id' | 'valueSealed' | 'maskSealed'>,
  keyRing: Pick<KeyRing, 'open'>,
): string =>
  identifier.maskSealed === null
    ? maskedValue(openedByRing(identifier, keyRing))
    : openedText(keyRing, identifier.maskSealed, maskPlace(identifier.id));

const shownCharacters = 4;
const leastToShowAny = 6;

/** The last four characters; none of an identifier that is so short that they would be most of it. */
export function maskedValue(value: string): string {
  const characters = [...value];
  const last = characters.length < leastToShowAny ? '' : characters.slice(-shownCharacters).join('');
  return `••••${last}`;
}
