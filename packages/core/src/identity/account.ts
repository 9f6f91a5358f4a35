import type { Instant } from '../kernel/time.ts';

/** One person's global record; belongs to any number of workspaces. */
export interface Account {
  readonly id: string;
  readonly email: string | null;
  readonly emailVerifiedAt: Instant | null;
  readonly pendingEmail: string | null;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly jobTitle: string | null;
  readonly locale: string;
  readonly timeZone: string;
  readonly status: 'active' | 'suspended' | 'deactivated';
  readonly deviceEpoch: number;
  readonly unverifiedPurgeAt: Instant | null;
  readonly lastSignInAt: Instant | null;
  readonly deactivatedAt: Instant | null;
  readonly hasPassword: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}
