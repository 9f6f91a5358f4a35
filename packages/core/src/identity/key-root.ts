import { hkdfSha256 } from '../kernel/crypto.ts';
import type { KeyRing } from '../kernel/ports.ts';
import type { Instant } from '../kernel/time.ts';

/**
 * The root secret that everything derived comes from, as it is stored (PLT-27). Of a replaced one only the pepper is
 * kept, as long as a password or passcode is hashed with it.
 */
export interface StoredKeyRoot {
  /** From 1; the highest is the one in use. */
  readonly number: number;
  /** The id that hashes made with its pepper carry. */
  readonly pepperId: string;
  /** 32 bytes, sealed by the key ring; null once it is replaced. */
  readonly secretSealed: Uint8Array | null;
  /** 32 bytes, sealed by the key ring; null while the root is in use and its pepper is derived. */
  readonly pepperSealed: Uint8Array | null;
  readonly createdAt: Instant;
  readonly replacedAt: Instant | null;
}

/** How many things a new root secret ends. */
export interface RootEndings {
  /** Links to meetings and webinar registrations that open something. */
  readonly links: number;
  readonly sessions: number;
  /** Device tokens are stored nowhere, so these are the accounts that have signed in and may hold some. */
  readonly accountsWithDevices: number;
  /** Recovery codes that nobody has used. */
  readonly recoveryCodes: number;
}

export interface KeyRootRepository {
  /** All of them, the one in use first; empty before the first start. */
  list(): Promise<readonly StoredKeyRoot[]>;
  /** Waits until no other transaction makes the first root; `list` then shows what it made. */
  lock(): Promise<void>;
  /** Whether accounts or keys were made before there was a root secret, and so from a master key. */
  hasEarlierData(): Promise<boolean>;
  add(root: StoredKeyRoot): Promise<void>;
  /** Erases a root and keeps its pepper. */
  retire(number: number, pepperSealed: Uint8Array, at: Instant): Promise<void>;
  /**
   * Until the commit no process starts to derive from the root. Returns how many processes do so now; only if it is 0 are
   * they kept away.
   */
  keepProcessesAway(): Promise<number>;
  /** What `end` would end, except links. */
  endings(now: Instant): Promise<Omit<RootEndings, 'links'>>;
  /** Ends all sessions and recovery codes. */
  end(now: Instant): Promise<void>;
}

/** Links of any workspace whose token is derived from the root secret; their context answers it. */
export interface DerivedLinks {
  /** How many of them open something. */
  count(): Promise<number>;
  /** Gives each of them another token, of which it stores the digest. The earlier tokens open nothing any more. */
  renew(tokenHashOf: (kind: string, id: string, generation: number) => string): Promise<void>;
}

/** What a root secret of 32 bytes gives for a label: 32 bytes by HKDF-SHA-256 (RFC 5869) without salt. */
export const derivedFrom = (secret: Uint8Array, label: string): Uint8Array =>
  hkdfSha256(secret, `chancery.derive.v1/${label}`);

/** The label of the pepper among what is derived. */
export const pepperLabel = 'password-pepper';
const firstPepperId = 'derived';

/** What the sealed secrets of a root are bound to. */
export const placeOf = (number: number): string => `key-root:${number}`;

export const newRoot = (
  number: number,
  secret: Uint8Array,
  keyRing: KeyRing,
  now: Instant,
): StoredKeyRoot => ({
  number,
  pepperId: number === 1 ? firstPepperId : `root${number}`,
  secretSealed: keyRing.seal(secret, placeOf(number)),
  pepperSealed: null,
  createdAt: now,
  replacedAt: null,
});

/** The root secret in use, and the peppers of the roots before it by their ids. */
export interface OpenedKeyRoot {
  readonly secret: Uint8Array;
  readonly pepperId: string;
  readonly formerPeppers: readonly { readonly kid: string; readonly key: Uint8Array }[];
}

/** Opens what `list` has read; null if there is no root yet. Throws if no master key of the list opens it. */
export function openedRoot(
  roots: readonly StoredKeyRoot[],
  keyRing: Pick<KeyRing, 'open'>,
): OpenedKeyRoot | null {
  const current = roots.find(({ secretSealed }) => secretSealed !== null);
  if (current === undefined || current.secretSealed === null) return null;
  return {
    secret: keyRing.open(current.secretSealed, placeOf(current.number)),
    pepperId: current.pepperId,
    formerPeppers: roots.flatMap(({ number, pepperId, pepperSealed }) =>
      pepperSealed === null ? [] : [{ kid: pepperId, key: keyRing.open(pepperSealed, placeOf(number)) }],
    ),
  };
}
