import { emailUnverified, secondFactorRequired } from '../../kernel/access.ts';
import { requireSecondFactor, requireStepUp } from '../../kernel/gates.ts';
import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import type { Account } from '../account.ts';
import type { IdentityPorts } from '../ports.ts';
import { proveInSession } from '../session-proof.ts';
import { factorEnrolled } from './events.ts';
import { active, type Factor } from './factor.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

/**
 * Whoever has a factor proves it again. The first one needs a recent proof and an address that is not merely claimed, so that
 * nobody locks an address that belongs to another (MFA-10).
 */
export async function requireEnrolmentRight({
  principal,
  user,
  now,
  accounts,
}: HandlerContext & Pick<IdentityPorts, 'accounts'>): Promise<Account> {
  const account = await accounts.get(user.userId);
  if (account.hasSecondFactor) {
    requireSecondFactor(principal, now);
    return account;
  }
  if (account.email !== null && account.emailVerifiedAt === null) throw emailUnverified();
  requireStepUp(principal, now);
  return account;
}

/**
 * An enrolment that was begun while there was no factor does not bypass the one that came first: this session has proven
 * one since, or it adds none (MFA-10). The caller has locked the factors.
 */
export async function requireProvenFactor(
  known: readonly Factor[],
  { user, sessions }: Pick<HandlerContext, 'user'> & Pick<IdentityPorts, 'sessions'>,
): Promise<void> {
  if (active(known).length === 0) return;
  const session = await sessions.lock(user.sessionId);
  if (session === null || session.secondFactorAt === null) throw secondFactorRequired();
}

/** Makes a new set of recovery codes; only their digests are kept. */
export async function renewedRecoveryCodes(
  userId: string,
  {
    now,
    random,
    keyRing,
    recoveryCodes,
  }: Pick<WritingContext, 'now' | 'random' | 'keyRing'> & Pick<IdentityPorts, 'recoveryCodes'>,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes(random);
  await recoveryCodes.replace(
    userId,
    codes.map((code) => recoveryCodeHash(userId, code, keyRing)),
    now,
  );
  return codes;
}

/** Completes the enrolment of a factor: this session has proven it, and the first factor brings recovery codes. */
export async function enrolled(
  { id: factorId, kind, name }: Factor,
  isFirst: boolean,
  user: UserPrincipal,
  context: WritingContext & IdentityPorts,
): Promise<string[] | null> {
  const { userId } = user;
  context.emitFor(userId, factorEnrolled, { userId, factorId, kind, name });
  await proveInSession(user, { secondFactor: kind === 'totp' ? 'otp' : 'passkey' }, context);
  return isFirst ? [...(await renewedRecoveryCodes(userId, context))] : null;
}
