import type { Instant } from './time.ts';

/** How a first attempt ended: kept for 24 hours and given again (conventions, "Concurrency and repetition"). */
export interface StoredOutcome {
  readonly fingerprint: string;
  readonly failed: boolean;
  /** The view that was answered, or the failure; sealed if it holds a secret (PLT-4). */
  readonly body: string;
  readonly sealed: boolean;
}

export interface IdempotencyStore {
  /**
   * Claims the key for this transaction by an advisory lock that a crash releases (PLT-5).
   * `in_flight` when another transaction holds it; else what was stored before, or null.
   */
  begin(keyHash: string, now: Instant): Promise<StoredOutcome | null | 'in_flight'>;
  /** What is stored, without a claim. */
  stored(keyHash: string, now: Instant): Promise<StoredOutcome | null>;
  /** Stores the outcome; the first one stands until it expires. */
  finish(keyHash: string, outcome: StoredOutcome, now: Instant, expiresAt: Instant): Promise<void>;
}
