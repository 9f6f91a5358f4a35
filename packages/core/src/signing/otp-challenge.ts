import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';

export const otpNoActiveCode = failure(
  'otp.no_active_code',
  'conflict',
  'There is no code that can be used; ask for a new one.',
);

/** The life of a one-time code (OTP-1, OTP-3): a new one kills the one before, and five wrong tries burn it. */
export const otpChallengeStates = machine(otpNoActiveCode, ['active'], {
  active: { use: 'used', supersede: 'superseded', expire: 'expired', burn: 'burned' },
  used: {},
  superseded: {},
  expired: {},
  burned: {},
});
export type OtpChallengeStatus = (typeof otpChallengeStates.states)[number];

/** A one-time code that was sent to a signer; the code itself is in the message alone. */
export interface OtpChallenge {
  readonly id: string;
  readonly signerId: string;
  /** The link by which it was asked for. */
  readonly linkVersion: number;
  readonly channel: 'sms' | 'email';
  /** HMAC-SHA-256 under a derived key. */
  readonly codeHash: string;
  /** The code under the key ring, until its message has left. */
  readonly sealedCode: Uint8Array | null;
  readonly destinationMasked: string;
  readonly sentAt: Instant;
  readonly expiresAt: Instant;
  readonly attempts: number;
  readonly status: OtpChallengeStatus;
  readonly endedAt: Instant | null;
}

/** What the key ring binds the code of a challenge to. */
export const sealOfCode = (challengeId: string): string => `otp-challenge:${challengeId}`;

/** The right code came; it works once. */
export const usedChallenge = (challenge: OtpChallenge, at: Instant): OtpChallenge => ({
  ...challenge,
  status: otpChallengeStates.next(challenge.status, 'use'),
  endedAt: at,
});

export const expiredChallenge = (challenge: OtpChallenge, at: Instant): OtpChallenge => ({
  ...challenge,
  status: otpChallengeStates.next(challenge.status, 'expire'),
  sealedCode: null,
  endedAt: at,
});

/** Too many wrong codes came. */
export const burnedChallenge = (challenge: OtpChallenge, at: Instant): OtpChallenge => ({
  ...challenge,
  status: otpChallengeStates.next(challenge.status, 'burn'),
  sealedCode: null,
  endedAt: at,
});
