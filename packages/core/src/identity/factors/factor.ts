import { machine } from '../../kernel/machine.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import { factorInvalidState, factorResetInvalidState } from './errors.ts';
import type { PasskeyCredential } from './factor-verifiers.ts';

/** A factor counts once it is active; a removed factor is deleted (platform 3.12). */
export const factorStates = machine(factorInvalidState, ['pending', 'active'], {
  pending: { confirm: 'active', lapse: 'removed', remove: 'removed' },
  active: { remove: 'removed' },
  removed: {},
});

export const factorResetStates = machine(factorResetInvalidState, ['pending'], {
  pending: { cancel: 'cancelled', finish: 'done' },
  done: {},
  cancelled: {},
});

interface FactorBase {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly status: 'pending' | 'active';
  readonly createdAt: Instant;
  readonly confirmedAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  /** Of the factor itself: using it changes neither this nor the version. */
  readonly updatedAt: Instant;
  readonly version: number;
}

export interface TotpFactor extends FactorBase {
  readonly kind: 'totp';
  /** Until when a pending factor can be confirmed; null once it is active. */
  readonly expiresAt: Instant | null;
  /** The base32 secret, sealed by the key ring under `totp:<id>`. */
  readonly secretSealed: Uint8Array;
  /** The last step of which a code was accepted (MFA-2). */
  readonly lastStep: number | null;
  readonly backedUp: null;
}

export interface PasskeyFactor extends FactorBase, PasskeyCredential {
  readonly kind: 'passkey';
}

/** A second factor of an account. */
export type Factor = TotpFactor | PasskeyFactor;

export const mostOf = { totp: 2, passkey: 10 } as const;

export const active = (factors: readonly Factor[]): readonly Factor[] =>
  factors.filter(({ status }) => status === 'active');
export const totpsOf = (factors: readonly Factor[]): readonly TotpFactor[] =>
  active(factors).filter((factor) => factor.kind === 'totp');
export const passkeysOf = (factors: readonly Factor[]): readonly PasskeyFactor[] =>
  active(factors).filter((factor) => factor.kind === 'passkey');

export const pendingEnd = (from: Instant): Instant => plusMinutes(from, 15);
export const challengeEnd = (from: Instant): Instant => plusMinutes(from, 5);

export const hasLapsed = (factor: Factor, now: Instant): boolean =>
  factor.kind === 'totp' &&
  factor.status === 'pending' &&
  factor.expiresAt !== null &&
  factor.expiresAt <= now;

/** After the owner has changed something about it. */
export const changedFactor = <F extends Factor>(
  factor: F,
  changes: Partial<Pick<Factor, 'name' | 'status' | 'confirmedAt' | 'lastUsedAt'>>,
  at: Instant,
): F => ({ ...factor, ...changes, updatedAt: at, version: factor.version + 1 });

/** Whether a signature counter continues the stored one: it rises, or stays zero (MFA-4). */
export const countsOn = (known: number, shown: number): boolean =>
  shown > known || (shown === 0 && known === 0);

/** The removal of factors that an owner requested because a member lost them all. */
export interface FactorReset {
  readonly id: string;
  readonly userId: string;
  readonly requestedByUserId: string;
  readonly reason: string;
  readonly status: 'pending' | 'done' | 'cancelled';
  readonly requestedAt: Instant;
  readonly effectiveAt: Instant;
  readonly cancelledAt: Instant | null;
  readonly cancelledByUserId: string | null;
}

/** A sign-in whose first step was right and which waits for the second. */
export interface SignInChallenge {
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string;
  /** The method of the first step. */
  readonly method: 'password' | 'apple' | 'google';
  /** The device that a device token proved in the first step. */
  readonly device: Uint8Array | null;
  /** Whatever makes all devices unknown raises it, and so ends this challenge. */
  readonly deviceEpoch: number;
  readonly deviceName: string | null;
  readonly workspaceId: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** A challenge to an authenticator: it works once, for one purpose and, except at sign-in, for one account (MFA-3). */
export interface Ceremony {
  readonly id: string;
  readonly userId: string | null;
  readonly purpose: 'register' | 'assert';
  /** The challenge holds 32 random bytes in base64url. */
  readonly challenge: string;
  readonly expiresAt: Instant;
}
