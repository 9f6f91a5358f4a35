import { hexOf, hkdfSha256, sha256 } from '../kernel/crypto.ts';
import type { KeyRing } from '../kernel/ports.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { keyRootInUse } from './errors.ts';
import { keyRootRotated } from './events.ts';
import type { IdentityPorts } from './ports.ts';

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

/** The transaction in which the host reads or replaces the root secret; in the role `identity`. */
export type RootWork = FollowUpContext & IdentityPorts;

/** What a root secret of 32 bytes gives for a label: 32 bytes by HKDF-SHA-256 (RFC 5869) without salt. */
export const derivedFrom = (secret: Uint8Array, label: string): Uint8Array =>
  hkdfSha256(secret, `chancery.derive.v1/${label}`);

/** The label of the pepper among what is derived. */
export const pepperLabel = 'password-pepper';
const firstPepperId = 'derived';

/** What the sealed secrets of a root are bound to. */
const placeOf = (number: number): string => `key-root:${number}`;

const newRoot = (number: number, secret: Uint8Array, keyRing: KeyRing, now: Instant): StoredKeyRoot => ({
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

/**
 * Makes the first root secret, unless there is one: 32 random bytes, or, where data of an earlier version was derived from
 * a master key, the bytes of that key, so that nothing changes for it.
 */
export async function establishRoot(
  formerSecret: Uint8Array,
  { keyRoots, keyRing, random, now }: RootWork,
): Promise<void> {
  await keyRoots.lock();
  if ((await keyRoots.list()).length > 0) return;
  const secret = (await keyRoots.hasEarlierData()) ? formerSecret : random.bytes(32);
  await keyRoots.add(newRoot(1, secret, keyRing, now));
}

/** What a new root secret would end now. Throws `key_root.in_use` while other processes derive from the present one. */
export async function rootEndings({ keyRoots, derivedLinks, now }: RootWork): Promise<RootEndings> {
  await keepProcessesAway(keyRoots);
  return { links: await derivedLinks.count(), ...(await keyRoots.endings(now)) };
}

/**
 * Replaces the root secret: derived links, sessions, device tokens and recovery codes end, and passwords stay, because the
 * pepper is kept under its id until a sign-in has hashed each of them anew (PWD-4). Returns what has ended. Throws
 * `key_root.in_use` while other processes derive from the present one.
 */
export async function rotateRoot(
  secret: Uint8Array,
  linkTokenOf: (kind: string, id: string, generation: number) => string,
  work: RootWork,
): Promise<RootEndings> {
  const { keyRoots, derivedLinks, keyRing, now } = work;
  const ended = await rootEndings(work);
  // Read in this transaction, because another one may have replaced what the key ring has read.
  const roots = await keyRoots.list();
  const [present] = roots;
  const opened = openedRoot(roots, keyRing);
  if (present === undefined || opened === null) throw new TypeError('There is no root secret to replace');

  const number = present.number + 1;
  const pepper = derivedFrom(opened.secret, pepperLabel);
  await keyRoots.retire(present.number, keyRing.seal(pepper, placeOf(present.number)), now);
  await keyRoots.add(newRoot(number, secret, keyRing, now));
  await keyRoots.end(now);
  await derivedLinks.renew((...link) => hexOf(sha256(linkTokenOf(...link))));
  work.emit(keyRootRotated, { number, ...ended });
  return ended;
}

async function keepProcessesAway(keyRoots: KeyRootRepository): Promise<void> {
  const others = await keyRoots.keepProcessesAway();
  if (others === 0) return;
  const are = others === 1 ? 'One process is' : `${others} processes are`;
  throw keyRootInUse({ message: `${are} running on this database; stop every server and worker first.` });
}
