import { port } from '../../kernel/context-ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Ceremony, Factor, FactorReset, PasskeyFactor, SignInChallenge } from './factor.ts';

/** A workspace that demands a second factor of a person, and from when it refuses them without one (MFA-12). */
export interface SecondFactorDemand {
  readonly workspaceId: string;
  readonly name: string;
  readonly dueAt: Instant;
}

/** The factors of all accounts; they belong to no tenant. */
export interface FactorRepository {
  /** Until the commit nobody else changes factors or recovery codes of this person. */
  lock(userId: string): Promise<void>;
  add(factor: Factor): Promise<void>;
  /** False if the passkey is registered already, by anybody. */
  addPasskey(factor: PasskeyFactor): Promise<boolean>;
  /** The active factors and those that still wait to be confirmed, oldest first. */
  ofPerson(userId: string, now: Instant): Promise<readonly Factor[]>;
  /** The person's factor, also one that has lapsed; null if there is none. */
  get(userId: string, id: string): Promise<Factor | null>;
  byCredential(credentialId: string): Promise<PasskeyFactor | null>;
  dropPending(userId: string): Promise<void>;
  /** True for the one confirmation of a pending factor; `step` is its first accepted one. */
  activate(id: string, step: number, now: Instant): Promise<boolean>;
  /** False if it has another version by now. */
  rename(factor: Pick<Factor, 'id' | 'version'>, name: string, now: Instant): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  removeAll(userId: string): Promise<void>;
  /** True for the one use of a code: its step is later than every one before (MFA-2). */
  takeStep(id: string, step: number, now: Instant): Promise<boolean>;
  /** True if the counter continues from the stored one (MFA-4). */
  takeCount(id: string, signCount: number, backedUp: boolean, now: Instant): Promise<boolean>;
  demandsOn(userId: string): Promise<readonly SecondFactorDemand[]>;
  /** Takes members who have to be notified that a factor is due, each once at the start and once a day near the end. */
  takeNotices(
    now: Instant,
    most: number,
  ): Promise<readonly (SecondFactorDemand & { readonly userId: string })[]>;
}

/** Ten codes that each stand in for a factor once; only keyed digests are kept. */
export interface RecoveryCodeRepository {
  /** Stores a new set; the old one no longer works. */
  replace(userId: string, codeHashes: readonly string[], now: Instant): Promise<void>;
  removeAll(userId: string): Promise<void>;
  state(userId: string): Promise<{ readonly remaining: number; readonly generatedAt: Instant } | null>;
  /** How many are left after the one use of this code; null if it is unknown or spent. */
  spend(userId: string, codeHash: string, now: Instant): Promise<number | null>;
}

export interface SignInChallengeRepository {
  add(challenge: SignInChallenge): Promise<void>;
  /**
   * The challenge under a lock until the commit; null if it is unknown, spent, too old, out of tries, or when the
   * password or the devices of the account changed since (MFA-6, THR-16).
   */
  live(tokenHash: string, now: Instant): Promise<SignInChallenge | null>;
  /** Counts a try. */
  tried(id: string): Promise<void>;
  /** True for the one answer that ends the challenge. */
  spend(id: string, now: Instant): Promise<boolean>;
}

export interface CeremonyRepository {
  add(ceremony: Ceremony): Promise<void>;
  /** Returns the challenge, for the one use of the ceremony for its purpose by its account (null at a sign-in); else null. */
  spend(
    id: string,
    purpose: Ceremony['purpose'],
    userId: string | null,
    now: Instant,
  ): Promise<string | null>;
}

export interface FactorAttemptCounts {
  /** Failed tries in the present window. */
  readonly failures: number;
  readonly windowStartedAt: Instant | null;
  readonly wrongCodesInRow: number;
  readonly lastFailedAt: Instant | null;
  readonly noticedAt: Instant | null;
}

/** Tries at second factors, shared by all processes. */
export interface FactorAttemptRepository {
  /** Returns the counts under a lock until the commit, so that no parallel try slips through (THR-13). */
  lock(userId: string): Promise<FactorAttemptCounts>;
  save(userId: string, counts: FactorAttemptCounts): Promise<void>;
  /** Takes one try off the count; a right code also ends the series of wrong ones. */
  succeeded(userId: string, wasCode: boolean): Promise<void>;
}

export interface FactorResetRepository {
  /** False if one is pending already. */
  add(reset: FactorReset): Promise<boolean>;
  get(id: string): Promise<FactorReset | null>;
  pendingOf(userId: string): Promise<FactorReset | null>;
  /** True for the one change from the status in which it was read. */
  end(
    reset: Pick<FactorReset, 'id' | 'status'>,
    status: Exclude<FactorReset['status'], 'pending'>,
    byUserId: string | null,
    now: Instant,
  ): Promise<boolean>;
  /** Active owners of the workspaces in which the person is active, except the person. */
  ownersAround(userId: string): Promise<readonly string[]>;
}

export const factorRepositories = {
  factors: port<FactorRepository>(),
  recoveryCodes: port<RecoveryCodeRepository>(),
  signInChallenges: port<SignInChallengeRepository>(),
  ceremonies: port<CeremonyRepository>(),
  factorAttempts: port<FactorAttemptRepository>(),
  factorResets: port<FactorResetRepository>(),
} as const;
