import { networkOf } from '../kernel/address.ts';
import { hexOf, hmacSha256 } from '../kernel/crypto.ts';
import { rateLimited } from '../kernel/errors.ts';
import type { KeyRing, PasswordHasher } from '../kernel/ports.ts';
import { foldEmail } from '../kernel/shapes.ts';
import { type Instant, plusSeconds, secondsBetween } from '../kernel/time.ts';
import type { PreparingContext } from '../kernel/use-case.ts';
import type { Account } from './account.ts';
import { normalizedPassword } from './password-rules.ts';
import type { AttemptCounts, IdentityPorts, PasswordAttempt } from './ports.ts';

const windowSeconds = 900;
const lapseSeconds = 86_400;
const freeTries = 10;
const networkTries = 30;
const networkAccounts = 20;
const longestWaitSeconds = 60;

/** Keyed, so that the table of attempts names nobody (THR-12). */
export const accountKeyOf = (address: string, keyRing: KeyRing): string =>
  hexOf(hmacSha256(keyRing.derive('email-key'), foldEmail(address)));

export const accountKeyOfAccount = ({ id, email }: Account, keyRing: KeyRing): string =>
  accountKeyOf(email ?? id, keyRing);

/** Guards of secrets widen at most tenfold and are never off (THR-15). */
const guardedScale = (scale: number): number => (scale === 0 ? 10 : Math.min(scale, 10));

const hasLapsed = ({ lastFailedAt }: AttemptCounts, now: Instant): boolean =>
  lastFailedAt !== null && secondsBetween(lastFailedAt, now) >= lapseSeconds;
const windowEnded = ({ firstFailedAt }: AttemptCounts, now: Instant): boolean =>
  firstFailedAt !== null && secondsBetween(firstFailedAt, now) >= windowSeconds;

/** Seconds until the next try may be examined, 0 for now (THR-1 to THR-3). */
export function waitSeconds(
  counts: AttemptCounts,
  isKnownDevice: boolean,
  now: Instant,
  rateLimitScale: number,
): number {
  const scale = guardedScale(rateLimitScale);
  const until = (from: Instant | null, seconds: number) =>
    from === null ? 0 : Math.max(0, Math.ceil(seconds - secondsBetween(from, now)));

  const ofNetwork =
    counts.networkFailures >= networkTries * scale || counts.otherAccountsOfNetwork >= networkAccounts * scale
      ? until(counts.networkFirstFailedAt, windowSeconds)
      : 0;
  const surplus = counts.failures - freeTries * scale;
  if (surplus < 0 || (!isKnownDevice && hasLapsed(counts, now))) return ofNetwork;
  const ofAccount = isKnownDevice
    ? until(counts.firstFailedAt, windowSeconds)
    : until(counts.lastFailedAt, Math.min(longestWaitSeconds, 2 ** surplus));
  return Math.max(ofNetwork, ofAccount);
}

type Context = Pick<
  PreparingContext<IdentityPorts>,
  'transact' | 'now' | 'settings' | 'caller' | 'passwords'
>;

export const attemptFrom = (
  accountKey: string,
  deviceId: string | null,
  { caller }: Pick<Context, 'caller'>,
): PasswordAttempt => ({ accountKey, deviceId, network: networkOf(caller.address) });

/** Counts the try before the password is examined, or refuses it uncounted with `rate_limited` (THR-13). */
export async function countAttempt(
  attempt: PasswordAttempt,
  { transact, now, settings }: Context,
): Promise<void> {
  const networkSince = plusSeconds(now, -windowSeconds);
  await transact(async ({ passwordAttempts }) => {
    const counts = await passwordAttempts.lock(attempt, networkSince);
    const retryAfterSeconds = waitSeconds(counts, attempt.deviceId !== null, now, settings.rateLimitScale);
    if (retryAfterSeconds > 0) throw rateLimited({ retryAfterSeconds });
    const anew = attempt.deviceId === null ? hasLapsed(counts, now) : windowEnded(counts, now);
    await passwordAttempts.count(attempt, anew, networkSince, now);
  });
}

/** Counts the try, examines the password, and clears the count where it is right. */
export async function provePassword(
  password: string,
  hash: string | null,
  attempt: PasswordAttempt,
  context: Context,
): Promise<boolean> {
  await countAttempt(attempt, context);
  const isRight = await verifyPassword(password, hash, context.passwords);
  if (isRight) await context.transact(({ passwordAttempts }) => passwordAttempts.succeeded(attempt));
  return isRight;
}

const decoys = new WeakMap<PasswordHasher, Promise<string>>();

/** A hash of no password, of the cost that the hasher has now; made once. */
function decoyOf(passwords: PasswordHasher): Promise<string> {
  const known = decoys.get(passwords);
  if (known !== undefined) return known;
  const made = passwords.hash('no password: nobody signs in with this one');
  decoys.set(passwords, made);
  made.catch(() => decoys.delete(passwords));
  return made;
}

/** One verification at full cost, whether or not there is a hash to compare with (AUT-4). */
export async function verifyPassword(
  password: string,
  hash: string | null,
  passwords: PasswordHasher,
): Promise<boolean> {
  const decoy = await decoyOf(passwords);
  const matches = await passwords.verify(normalizedPassword(password), hash ?? decoy);
  return matches && hash !== null;
}
