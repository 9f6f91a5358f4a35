import { sessionRevoked } from '../kernel/access.ts';
import { networkOf } from '../kernel/address.ts';
import { hexOf, hmacSha256 } from '../kernel/crypto.ts';
import { rateLimited } from '../kernel/errors.ts';
import type { KeyRing, PasswordHasher } from '../kernel/ports.ts';
import type { Settings } from '../kernel/settings.ts';
import { foldEmail } from '../kernel/shapes.ts';
import { type Instant, plusSeconds, secondsBetween } from '../kernel/time.ts';
import type { Account } from './account.ts';
import { passwordIncorrect } from './errors.ts';
import { signInBlocked } from './events.ts';
import { normalizedPassword } from './password-rules.ts';
import type {
  AccountWithPassword,
  AttemptCounts,
  IdentityPorts,
  IdentityPreparing,
  PasswordAttempt,
} from './ports.ts';

const windowSeconds = 900;
const lapseSeconds = 86_400;
const freeTries = 10;
const networkTries = 30;
const networkAccounts = 20;
const longestWaitSeconds = 60;
const blockingFailures = 100;

/** The digest is keyed, so that the table of attempts names nobody (THR-12). */
export const accountKeyOf = (address: string, keyRing: KeyRing): string =>
  hexOf(hmacSha256(keyRing.derive('email-key'), foldEmail(address)));

export const accountKeyOfAccount = ({ id, email }: Account, keyRing: KeyRing): string =>
  accountKeyOf(email ?? id, keyRing);

/** The limits that guard secrets widen at most tenfold and are never off (THR-15). */
export const guardedScale = (scale: number): number => (scale === 0 ? 10 : Math.min(scale, 10));

const hasLapsed = ({ lastFailedAt }: AttemptCounts, now: Instant): boolean =>
  lastFailedAt !== null && secondsBetween(lastFailedAt, now) >= lapseSeconds;
const windowEnded = ({ firstFailedAt }: AttemptCounts, now: Instant): boolean =>
  firstFailedAt !== null && secondsBetween(firstFailedAt, now) >= windowSeconds;

/** Seconds until the next try may be examined; 0 if it may be examined now (THR-1 to THR-3). */
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

type Context = Pick<IdentityPreparing, 'transact' | 'now' | 'settings' | 'caller' | 'passwords'>;

export const attemptFrom = (
  accountKey: string,
  deviceId: string | null,
  { caller }: Pick<Context, 'caller'>,
): PasswordAttempt => ({ accountKey, deviceId, network: networkOf(caller.address) });

/**
 * Counts the try, or refuses it uncounted with `rate_limited`. The password is examined once this is committed, so that no
 * try is lost, however the process ends (THR-13). True if so many tries in a row have failed that no password opens the account from an unknown device (THR-4).
 */
export async function countAttempt(
  attempt: PasswordAttempt,
  { passwordAttempts }: Pick<IdentityPorts, 'passwordAttempts'>,
  { now, settings }: Pick<Context, 'now' | 'settings'>,
): Promise<boolean> {
  const networkSince = plusSeconds(now, -windowSeconds);
  const counts = await passwordAttempts.lock(attempt, networkSince);
  const retryAfterSeconds = waitSeconds(counts, attempt.deviceId !== null, now, settings.rateLimitScale);
  if (retryAfterSeconds > 0) throw rateLimited({ retryAfterSeconds });
  const anew = attempt.deviceId === null ? hasLapsed(counts, now) : windowEnded(counts, now);
  await passwordAttempts.count(attempt, anew, networkSince, now);
  return attempt.deviceId === null && !anew && counts.failures >= failuresThatBlock(settings);
}

const failuresThatBlock = ({ rateLimitScale }: Settings): number =>
  blockingFailures * guardedScale(rateLimitScale);

/** Notifies the owner of a blocked account once a day; if there is none, the same rows are written (THR-4, THR-12). */
export const notifyOfBlock = (
  { accountKey }: PasswordAttempt,
  owner: AccountWithPassword | null,
  { transact, now }: Pick<Context, 'transact' | 'now'>,
): Promise<void> =>
  transact(async ({ passwordAttempts, emit }) => {
    const isDue = await passwordAttempts.takeNotice(accountKey, now, plusSeconds(now, -lapseSeconds));
    if (isDue) emit(signInBlocked, { userId: owner?.account.id ?? null });
  });

/**
 * Notes a right password at sign-in. It clears the count of its device (THR-13), and a block if the device is known (THR-4).
 * A claimant's password clears nothing of the owner's: otherwise a claimant could guess at the owner's for ever.
 */
export async function signInSucceeded(
  attempt: PasswordAttempt,
  isOfOwner: boolean,
  { passwordAttempts, settings }: Pick<IdentityPorts, 'passwordAttempts'> & { readonly settings: Settings },
): Promise<void> {
  if (!isOfOwner) return passwordAttempts.forgive(attempt);
  await passwordAttempts.succeeded(attempt);
  if (attempt.deviceId !== null)
    await passwordAttempts.clear(attempt.accountKey, failuresThatBlock(settings));
}

/** Ends a block by failed passwords once something else, a provider or the mailed reset, has proven the person (THR-4). */
export const clearSignInBlock = (
  account: Account,
  { passwordAttempts, keyRing }: Pick<IdentityPorts, 'passwordAttempts'> & { readonly keyRing: KeyRing },
): Promise<void> => passwordAttempts.clear(accountKeyOfAccount(account, keyRing), 1);

/** Counts the try, examines the password, and clears the count if it is right. */
export async function provePassword(
  password: string,
  hash: string | null,
  attempt: PasswordAttempt,
  context: Context,
): Promise<boolean> {
  await context.transact((ports) => countAttempt(attempt, ports, context));
  const isRight = await verifyPassword(password, hash, context.passwords);
  if (isRight) await context.transact(({ passwordAttempts }) => passwordAttempts.succeeded(attempt));
  return isRight;
}

/**
 * Whether a signed-in person gave their own password. The session counts as a known device: wrong tries here
 * delay nobody's sign-in elsewhere.
 */
export const proveOwnPassword = (
  password: string,
  { account, passwordHash }: AccountWithPassword,
  context: Context & Pick<IdentityPreparing, 'user' | 'keyRing'>,
): Promise<boolean> => {
  const key = accountKeyOfAccount(account, context.keyRing);
  const attempt = attemptFrom(key, `session:${context.user.sessionId}`, context);
  return provePassword(password, passwordHash, attempt, context);
};

/** Throws `auth.password_incorrect` unless the caller gave their own password. */
export async function requireOwnPassword(password: string, context: IdentityPreparing): Promise<void> {
  const known = await context.transact(({ accounts }) => accounts.withPassword(context.user.userId));
  if (known === null) throw sessionRevoked();
  if (!(await proveOwnPassword(password, known, context))) throw passwordIncorrect();
}

const decoys = new WeakMap<PasswordHasher, Promise<string>>();

/** A hash that belongs to no password, at the present cost of the hasher; it is made once. */
function decoyOf(passwords: PasswordHasher): Promise<string> {
  const known = decoys.get(passwords);
  if (known !== undefined) return known;
  const made = passwords.hash('no password: nobody signs in with this one');
  decoys.set(passwords, made);
  made.catch(() => decoys.delete(passwords));
  return made;
}

/** Verifies at full cost, whether or not there is a hash to compare with (AUT-4). */
export async function verifyPassword(
  password: string,
  hash: string | null,
  passwords: PasswordHasher,
): Promise<boolean> {
  const decoy = await decoyOf(passwords);
  const matches = await passwords.verify(normalizedPassword(password), hash ?? decoy);
  return matches && hash !== null;
}
