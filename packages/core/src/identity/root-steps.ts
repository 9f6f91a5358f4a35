import { hexOf, sha256 } from '../kernel/crypto.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { keyRootInUse } from './errors.ts';
import { keyRootRotated } from './events.ts';
import {
  derivedFrom,
  type KeyRootRepository,
  newRoot,
  openedRoot,
  pepperLabel,
  placeOf,
  type RootEndings,
} from './key-root.ts';
import type { IdentityPorts } from './ports.ts';

/** The transaction in which the host reads or replaces the root secret; in the role `identity`. */
export type RootWork = FollowUpContext & IdentityPorts;

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
