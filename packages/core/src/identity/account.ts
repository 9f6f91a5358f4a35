import type { Settings } from '../kernel/settings.ts';
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

/**
 * Where the account's own mail goes, or null. An address that is only claimed may be a stranger's: where a mailer is at
 * work it gets nothing but the link that verifies it.
 */
export function mailboxOf(
  { email, emailVerifiedAt, displayName, status }: Account,
  { emailVerification }: Settings,
): { readonly address: string; readonly name: string } | null {
  if (email === null || status === 'deactivated') return null;
  return emailVerifiedAt === null && emailVerification === 'required'
    ? null
    : { address: email, name: displayName };
}
