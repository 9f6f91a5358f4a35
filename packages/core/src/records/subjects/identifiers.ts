import { hexOf, hmacSha256, utf8 } from '../../kernel/crypto.ts';
import { openedText } from '../../kernel/opened-text.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import type { SubjectIdentifier } from './subject.ts';

const placeOf = (id: string): string => `subject-identifier:${id}`;

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

export const sealedValue = (id: string, value: string, keyRing: Pick<KeyRing, 'seal'>): Uint8Array =>
  keyRing.seal(utf8(value), placeOf(id));

export const openedValue = (
  { id, valueSealed }: Pick<SubjectIdentifier, 'id' | 'valueSealed'>,
  keyRing: Pick<KeyRing, 'open'>,
): string => openedText(keyRing, valueSealed, placeOf(id));

const shownCharacters = 4;
const leastToShowAny = 6;

/** The last four characters; none of an identifier that is so short that they would be most of it. */
export function maskedValue(value: string): string {
  const characters = [...value];
  const last = characters.length < leastToShowAny ? '' : characters.slice(-shownCharacters).join('');
  return `••••${last}`;
}
