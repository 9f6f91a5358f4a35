import type { Role, Scope } from './access.ts';
import type { CallerWorkspace } from './principal.ts';
import type { Instant } from './time.ts';

/** What the database holds of a session at this moment (D1). */
export interface SessionRow {
  readonly userId: string;
  readonly displayName: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly accountStatus: 'active' | 'suspended' | 'deactivated';
  readonly emailVerified: boolean;
  readonly authMethod: string;
  readonly authenticatedAt: Instant;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
  readonly longestIdleSeconds: number;
  readonly expiresAt: Instant;
  readonly revokedAt: Instant | null;
  readonly tokenRevoked: boolean;
  readonly workspace: CallerWorkspace | null;
  readonly role: Role | null;
  readonly memberStatus: 'active' | 'suspended' | null;
  readonly secondFactorAt: Instant | null;
  /** Of the member, null without a workspace. */
  readonly hasSecondFactor: boolean | null;
  /** Since when the workspace demands a second factor of this member; null if it does not (MFA-12). */
  readonly secondFactorSince: Instant | null;
}

/** What the database holds of an API key at this moment. */
export interface ApiKeyRow {
  readonly apiKeyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
  readonly allowedIpRanges: readonly string[];
  readonly actsAsUserId: string;
  readonly actsAsEmailVerified: boolean;
  readonly expiresAt: Instant | null;
  readonly revokedAt: Instant | null;
  /** Hex SHA-256 of the whole secret. */
  readonly secretHash: string;
  readonly secretExpiresAt: Instant | null;
  readonly workspace: CallerWorkspace;
}

/** A row as the database wrote it: as long as its text is the same, nobody needs to read it again. */
export interface Standing<R> {
  readonly text: string;
  row(): R;
}

/** What the database holds of the credential that was presented; null if it is unknown there, and for a caller without one. */
export type CredentialRow = SessionRow | ApiKeyRow | null;
