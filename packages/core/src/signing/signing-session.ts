import type { Instant } from '../kernel/time.ts';

/** What a right code unlocks: an hour of one link, for whoever shows the token (OTP-6, OTP-11). */
export interface SigningSession {
  /** SHA-256 of the token. */
  readonly tokenHash: string;
  readonly signerId: string;
  readonly linkVersion: number;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}
