import type { OpenedKey } from './key-vault.ts';
import type { KeyRing, SealingKey } from './ports.ts';
import { openedOfScope, type PublicHalf, sealedForScope } from './scope-seal.ts';

/** Which line of which ledger a detail stands beside. */
export interface DetailPlace {
  readonly ledgerId: string;
  readonly eventId: string;
}

/** A sealed detail, and the name of the key under which it is, as the ledger stores them. */
export interface SealedDetail {
  readonly sealedValue: Uint8Array;
  readonly keyId: string;
}

/** The name of the key ring as a key of details. */
const ring = 'key_ring';
const boundToRing = ({ ledgerId }: DetailPlace): string => `audit:${ledgerId}`;
const boundToScope = ({ ledgerId, eventId }: DetailPlace): string =>
  `${ledgerId}|audit_detail|${eventId}|detail`;

/** Sealed by the key ring; `until` is whose key it is to go under as soon as that can seal. */
export const detailUnderRing = (
  bytes: Uint8Array,
  place: DetailPlace,
  keyRing: Pick<KeyRing, 'seal'>,
  until: SealingKey | null = null,
): SealedDetail => ({
  sealedValue: keyRing.seal(bytes, boundToRing(place)),
  keyId: until === null ? ring : waitingFor(until),
});

/** The name of the key ring where it seals for a subject or case whose key cannot seal yet. */
export const waitingFor = ({ kind, id }: SealingKey): string => `${ring}/${kind}/${id}`;
export const isUnderRing = (keyId: string): boolean => keyId === ring || keyId.startsWith(`${ring}/`);

export const detailOfScope = (
  bytes: Uint8Array,
  place: DetailPlace,
  { keyId, publicKey }: PublicHalf,
): SealedDetail => ({ sealedValue: sealedForScope(publicKey, bytes, boundToScope(place)), keyId });

export const detailOpenedByRing = (
  { sealedValue }: SealedDetail,
  place: DetailPlace,
  keyRing: Pick<KeyRing, 'open'>,
): Uint8Array => keyRing.open(sealedValue, boundToRing(place));

export const detailOpenedByScope = (
  { sealedValue }: SealedDetail,
  place: DetailPlace,
  key: OpenedKey,
): Uint8Array => openedOfScope(key, sealedValue, boundToScope(place));
