import type { Instant } from '../kernel/time.ts';

/** The token of a mailed link, of which only the digest is kept. */
export interface OneTimeToken {
  readonly id: string;
  readonly purpose: 'verify_email' | 'reset_password' | 'email_change' | 'email_revert' | 'undo_addition';
  readonly userId: string;
  readonly email: string;
  readonly tokenHash: string;
  /** A copy for the mail that carries it, sealed by the key ring. It is erased once that mail has left. */
  readonly sealedToken: Uint8Array | null;
  /** The factor or identity that the link removes; null for links of other purposes. */
  readonly subjectId: string | null;
  /** What was added from this instant on goes when the link takes something back; null for links that take nothing back. */
  readonly undoesSince: Instant | null;
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
}

export interface OneTimeTokenRepository {
  add(token: OneTimeToken): Promise<void>;
  /** The live token of a purpose; null if it is unknown, spent, superseded or expired (AUT-8). */
  live(purpose: OneTimeToken['purpose'], tokenHash: string, now: Instant): Promise<OneTimeToken | null>;
  /** True for the one caller that spends the token (AUT-9). */
  spend(id: string, now: Instant): Promise<boolean>;
  /** The live token with its sealed copy; null if it is spent, superseded or erased. */
  sealed(id: string): Promise<OneTimeToken | null>;
  eraseSealed(id: string): Promise<void>;
  /** Ends the person's live tokens of these purposes. */
  supersede(userId: string, purposes: readonly OneTimeToken['purpose'][], at: Instant): Promise<void>;
  /** Ends the live tokens of the same person and purpose that were made after this one. */
  supersedeAfter(token: OneTimeToken, at: Instant): Promise<void>;
  /** When the person's live tokens of a purpose end, the earliest first. */
  liveUntil(userId: string, purpose: OneTimeToken['purpose'], now: Instant): Promise<readonly Instant[]>;
}
