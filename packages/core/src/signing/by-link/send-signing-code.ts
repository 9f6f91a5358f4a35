import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { networkOf } from '../../kernel/address.ts';
import { hexOf, hmacSha256, sha256, utf8 } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { wholeSeconds } from '../../kernel/pace.ts';
import type { KeyRing, Throttle } from '../../kernel/ports.ts';
import { shown } from '../../kernel/shapes.ts';
import { closedWhenAway } from '../../kernel/throttling.ts';
import { type Instant, plusMinutes, plusSeconds } from '../../kernel/time.ts';
import { type OtpChallenge, sealOfCode } from '../otp-challenge.ts';
import { action, type SigningPorts } from '../ports.ts';
import { aboutSigner, signerOtpSent } from '../signer-events.ts';
import {
  codeMinutes,
  codesOfNetwork,
  codesOfPhone,
  daySeconds,
  nextCodeAt,
  sendingRefusal,
  sendsRemaining,
} from './code-limits.ts';
import { otpLocked, otpNotRequired, otpResendTooSoon, otpSendLimit } from './errors.ts';
import { linkThrottle, linkThrottles } from './link-throttle.ts';
import { maskedDestination } from './linked-facts.ts';
import { linkFields, type OpenedLink, openedLink } from './opened-link.ts';
import { newCode } from './otp-code.ts';

export const sendSigningCode = action({
  summary: 'Have a one-time code sent for a signing link',
  description:
    'A new code ends the one before it. The answer is the same whether or not the message can be delivered; if no code comes, ask again after resendAvailableAt.',
  access: 'anyone',
  always: true,
  throttle: linkThrottle,
  throttles: linkThrottles,
  input: z.strictObject({ token: linkFields.token, signingWorkspace: linkFields.signingWorkspace }),
  output: z.object({
    channel: z.enum(['sms', 'email']).describe('How the code is sent.'),
    destination: z.string().describe('Where it is sent, mostly hidden.'),
    expiresAt: shown.instant().describe('Until when it works.'),
    resendAvailableAt: shown.instant().describe('From when on another one can be asked for.'),
    sendsRemaining: z.int().describe('How many more can be asked for in the running hour and day.'),
  }),
  errors: [
    linkNotFound,
    linkGone,
    workspaceNotActive,
    otpNotRequired,
    otpResendTooSoon,
    otpSendLimit,
    otpLocked,
  ],

  async prepare(input, context) {
    const { signer } = await context.transact(async (inside) => {
      const opened = await openedLink(input, inside, 'for update');
      await requireSendable(opened, inside);
      return opened;
    });
    await count(context.throttle, codesOfNetwork, networkOf(context.caller.address));
    if (signer.verification === 'sms') await count(context.throttle, codesOfPhone, signer.phone ?? '');
  },

  async run(input, context) {
    const opened = await openedLink(input, context, 'for update');
    const { channel, sentAt } = await requireSendable(opened, context);
    const challenge = await newChallenge(opened, channel, context);
    return {
      channel,
      destination: challenge.destinationMasked,
      expiresAt: challenge.expiresAt,
      resendAvailableAt: nextCodeAt(challenge.sentAt),
      sendsRemaining: sendsRemaining([...sentAt, challenge.sentAt], context.now),
    };
  },
});

/** Counts against what a phone or a network is sent over all workspaces; the key is kept as a digest. */
async function count(throttle: Throttle, rate: typeof codesOfNetwork | typeof codesOfPhone, about: string) {
  const { bucket, limit, windowSeconds } = rate;
  const key = hexOf(sha256(about));
  const { allowed, retryAfterSeconds } = await closedWhenAway(throttle).consume(
    bucket,
    key,
    limit,
    windowSeconds,
  );
  if (!allowed) throw otpSendLimit({ retryAfterSeconds });
}

/** Throws what keeps this signer from getting a code now (OTP-2, OTP-3). */
async function requireSendable(
  { signer }: OpenedLink,
  { otpChallenges, now }: Pick<SigningPorts, 'otpChallenges'> & { readonly now: Instant },
): Promise<{ readonly channel: 'sms' | 'email'; readonly sentAt: readonly Instant[] }> {
  const { verification } = signer;
  if (verification === 'none') throw otpNotRequired();
  requireNotLocked(signer, now);
  const sent = await otpChallenges.since(signer.id, plusSeconds(now, -daySeconds));
  const sentAt = sent.map((challenge) => challenge.sentAt);
  const refusal = sendingRefusal(sentAt, now);
  if (refusal === null) return { channel: verification, sentAt };
  const { why, retryAfterSeconds } = refusal;
  throw why === 'too_soon' ? otpResendTooSoon({ retryAfterSeconds }) : otpSendLimit({ retryAfterSeconds });
}

/** Throws `otp.locked` while too many wrong codes keep the signer out. */
export function requireNotLocked({ lockedUntil }: OpenedLink['signer'], now: Instant): void {
  if (lockedUntil !== null && lockedUntil > now)
    throw otpLocked({ retryAfterSeconds: wholeSeconds(now, lockedUntil) });
}

async function newChallenge(
  { document, round, signer, link }: OpenedLink,
  channel: 'sms' | 'email',
  context: WritingContext & SigningPorts,
): Promise<OtpChallenge> {
  const { now, newId, random, keyRing, otpChallenges, signers, emit } = context;
  await otpChallenges.supersede([signer.id], now);
  const id = newId();
  const code = newCode(random);
  const challenge: OtpChallenge = {
    id,
    signerId: signer.id,
    linkVersion: link.linkVersion,
    channel,
    codeHash: hashOfCode(code, id, keyRing),
    sealedCode: keyRing.seal(utf8(code), sealOfCode(id)),
    destinationMasked: maskedDestination(signer) ?? '',
    sentAt: now,
    expiresAt: plusMinutes(now, codeMinutes),
    attempts: 0,
    status: 'active',
    endedAt: null,
  };
  await otpChallenges.add(challenge);
  await signers.save({ ...signer, codesSent: signer.codesSent + 1, updatedAt: now });
  if (channel === 'sms') await countMessage(context);
  emit(signerOtpSent, { ...aboutSigner(document, round, signer), channel, challengeId: id });
  return challenge;
}

/** Counted, and never refused: what was sent already is signed on every plan (BIL-3, PLT-26). */
async function countMessage({
  workspacePlans,
  entitlementsOn,
}: WritingContext & SigningPorts): Promise<void> {
  const { planCode, terms } = await workspacePlans.get();
  await entitlementsOn({ planCode, planTerms: terms }).note('sms_per_month');
}

/** What is kept of a code: nobody who reads the database can try all million of them without the key. */
export const hashOfCode = (code: string, challengeId: string, keyRing: Pick<KeyRing, 'derive'>): string =>
  hexOf(hmacSha256(keyRing.derive('signing-codes'), `${challengeId}:${code}`));
