import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { equalInConstantTime, utf8 } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { secret, shown, text } from '../../kernel/shapes.ts';
import { type Instant, plusMinutes, plusSeconds } from '../../kernel/time.ts';
import { isByManager } from '../link.ts';
import {
  burnedChallenge,
  expiredChallenge,
  type OtpChallenge,
  otpNoActiveCode,
  usedChallenge,
} from '../otp-challenge.ts';
import { action, type SigningPorts } from '../ports.ts';
import type { Signer } from '../signer.ts';
import { aboutSigner, signerOtpFailed, signerOtpLocked, signerVerified } from '../signer-events.ts';
import {
  daySeconds,
  lockHours,
  mostTriesOfCode,
  mostWrongTries,
  sessionMinutes,
  wrongTriesOf,
} from './code-limits.ts';
import { otpIncorrect, otpLocked, otpNotRequired } from './errors.ts';
import { linkThrottle, linkThrottles } from './link-throttle.ts';
import { linkFields, type OpenedLink, openedLink, type ShownLink } from './opened-link.ts';
import { readDigits } from './otp-code.ts';
import { hashOfCode, requireNotLocked } from './send-signing-code.ts';

type Deciding = WritingContext & SigningPorts;

/** What became of one try; it is kept whatever is answered. */
type Outcome =
  | { readonly kind: 'verified'; readonly sessionToken: string; readonly sessionExpiresAt: Instant }
  | { readonly kind: 'no code' }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'locked' };

export const verifySigningCode = action({
  summary: 'Show a one-time code and get a signing session',
  description:
    'Five wrong codes end a code, and 15 in a day lock the link for a day. Send the sessionToken as X-Signing-Session with every call by this link; it works for an hour.',
  access: 'anyone',
  always: true,
  secret: true,
  throttle: linkThrottle,
  throttles: linkThrottles,
  input: z.strictObject({
    token: linkFields.token,
    signingWorkspace: linkFields.signingWorkspace,
    code: secret(
      text(20, 6)
        .overwrite(readDigits)
        .refine((code) => /^[0-9]{6}$/.test(code), {
          error: 'Give the six digits of the code.',
          params: { code: 'field.invalid' },
        }),
    )
      .describe('The six digits that were sent; blanks and hyphens make no difference.')
      .meta({ examples: ['482913'] }),
  }),
  output: z.object({
    verified: z.literal(true).describe('Always true; a wrong code is an error.'),
    sessionToken: z.string().describe('Send it as X-Signing-Session.'),
    sessionExpiresAt: shown.instant().describe('Until when it works.'),
  }),
  errors: [
    linkNotFound,
    linkGone,
    workspaceNotActive,
    otpNotRequired,
    otpNoActiveCode,
    otpLocked,
    otpIncorrect,
  ],

  // In a transaction of its own, because a try counts even if it is refused.
  prepare: (input, { transact }) => transact((inside) => examined(input, inside)),

  async run(_, { prepared: outcome }) {
    if (outcome.kind === 'no code') throw otpNoActiveCode();
    if (outcome.kind === 'locked') throw otpLocked({ retryAfterSeconds: lockHours * 3600 });
    if (outcome.kind === 'wrong') throw otpIncorrect({ details: [triesLeft(outcome.triesLeft)] });
    const { sessionToken, sessionExpiresAt } = outcome;
    return { verified: true, sessionToken, sessionExpiresAt } as const;
  },
});

const triesLeft = (count: number) => ({
  path: '/code',
  code: 'otp.attempts_left',
  message: count === 1 ? '1 try is left with this code.' : `${count} tries are left with this code.`,
});

/** Counts the try before it looks at the code, so that of many at once no more than five are looked at (OTP-3). */
async function examined(
  { code, ...shownLink }: ShownLink & { readonly code: string },
  context: Deciding,
): Promise<Outcome> {
  const opened = await openedLink(shownLink, context, 'for update');
  const { signer, link } = opened;
  const { now, otpChallenges, keyRing } = context;
  if (signer.verification === 'none') throw otpNotRequired();
  requireNotLocked(signer, now);
  const active = await otpChallenges.activeOf(signer.id, 'for update');
  if (active === null || active.linkVersion !== link.linkVersion) return { kind: 'no code' };
  if (active.expiresAt <= now) {
    await otpChallenges.save(expiredChallenge(active, now));
    return { kind: 'no code' };
  }
  const tried: OtpChallenge = { ...active, attempts: active.attempts + 1 };
  const isRight = equalInConstantTime(utf8(hashOfCode(code, tried.id, keyRing)), utf8(tried.codeHash));
  return isRight ? verified(opened, tried, context) : failed(opened, tried, context);
}

async function verified(
  { document, round, signer, link }: OpenedLink,
  challenge: OtpChallenge,
  context: Deciding,
): Promise<Outcome> {
  const { now, linkTokens, otpChallenges, signers, signingSessions, emit } = context;
  await otpChallenges.save({ ...usedChallenge(challenge, now), sealedCode: null });
  const sessionToken = linkTokens.random();
  const sessionExpiresAt = plusMinutes(now, sessionMinutes);
  await signingSessions.add({
    tokenHash: linkTokens.hash(sessionToken),
    signerId: signer.id,
    linkVersion: link.linkVersion,
    createdAt: now,
    expiresAt: sessionExpiresAt,
  });
  await signers.save({
    ...signer,
    verificationState: 'verified',
    verifiedAt: now,
    lockedUntil: null,
    updatedAt: now,
  });
  emit(signerVerified, { ...aboutSigner(document, round, signer), channel: challenge.channel });
  return { kind: 'verified', sessionToken, sessionExpiresAt };
}

async function failed(opened: OpenedLink, tried: OtpChallenge, context: Deciding): Promise<Outcome> {
  const { document, round, signer } = opened;
  const { now, otpChallenges, signers, emit } = context;
  const triesLeft = mostTriesOfCode - tried.attempts;
  await otpChallenges.save(triesLeft > 0 ? tried : burnedChallenge(tried, now));
  const isLocked = (await wrongTriesToday(opened, context)) >= mostWrongTries;
  const lock: Partial<Signer> = isLocked
    ? { verificationState: 'locked', lockedUntil: plusSeconds(now, lockHours * 3600) }
    : {};
  await signers.save({ ...signer, wrongTries: signer.wrongTries + 1, ...lock, updatedAt: now });
  const about = { ...aboutSigner(document, round, signer), channel: tried.channel };
  emit(signerOtpFailed, about);
  if (!isLocked) return { kind: 'wrong', triesLeft };
  if (triesLeft > 0) await otpChallenges.save(burnedChallenge(tried, now));
  emit(signerOtpLocked, about);
  return { kind: 'locked' };
}

/** Those of a day, or since a manager has made a fresh link, which lifts a lock (SIG-30). */
async function wrongTriesToday(
  { round, signer }: OpenedLink,
  { now, otpChallenges, signingLinks }: Deciding,
): Promise<number> {
  const lifted = (await signingLinks.of(round.id))
    .filter(({ signerId, cause }) => signerId === signer.id && isByManager(cause))
    // A code of the same instant was sent by that link.
    .map(({ createdAt }) => plusSeconds(createdAt, -0.001));
  const after = [plusSeconds(now, -daySeconds), ...lifted].sort().at(-1) ?? now;
  return wrongTriesOf(await otpChallenges.since(signer.id, after));
}
