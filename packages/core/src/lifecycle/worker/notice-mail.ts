import type { Instant } from '../../kernel/time.ts';

/** A mail that tells one person of all documents that are due at about the same time; it is sent once (LIF-13, LIF-27). */
export interface NoticeMail {
  readonly id: string;
  /** The member whom it goes to; null if it goes to an address of somebody else. */
  readonly userId: string | null;
  readonly address: string | null;
  readonly actionIds: readonly string[];
  readonly createdAt: Instant;
}
