import type { Instant } from '../../kernel/time.ts';

/** A mail that tells one person of all documents that are due at about the same time; it is sent once (LIF-13, LIF-27). */
export interface NoticeMail {
  readonly id: string;
  readonly userId: string;
  readonly actionIds: readonly string[];
  readonly createdAt: Instant;
}
