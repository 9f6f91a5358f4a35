import type { Scope } from '../kernel/access.ts';
import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import { type Instant, plusDays } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';

export const apiKeyRevokedFailure = failure('api_key.revoked', 'conflict', 'This API key is revoked for good; create another.');

/** Expiry is read from the clock; a later `expiresAt` revives an expired key, nothing revives a revoked one (3.7). */
export const apiKeyStates = machine(apiKeyRevokedFailure, {
  active: { change: 'active', rotate: 'active', revoke: 'revoked' },
  expired: { change: 'expired', rotate: 'expired', revoke: 'revoked' },
  revoked: {},
});

/** A workspace credential for the integration API. The key keeps its id and its scopes across rotation (D10). */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Of the current secret. */
  readonly keyPrefix: string;
  readonly scopes: readonly Scope[];
  readonly actsAsUserId: string;
  readonly rateLimitPerMinute: number;
  readonly allowedIpRanges: readonly string[];
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  readonly lastUsedIp: string | null;
  readonly secrets: readonly ApiKeySecret[];
  readonly createdByUserId: string;
  readonly revokedByUserId: string | null;
  readonly revokedAt: Instant | null;
  readonly revokeReason: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export interface ApiKeySecret {
  readonly keyPrefix: string;
  /** Hex SHA-256; never leaves the core. */
  readonly secretHash: string;
  readonly status: 'current' | 'retiring';
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
}

export function statusOf(key: ApiKey, now: Instant): 'active' | 'expired' | 'revoked' {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

/** A key's end lies an hour ahead at least, and within what the workspace allows. */
export function checkLifetime(expiresAt: Instant | null, mostDays: number | null, now: Instant): void {
  if (expiresAt !== null && Date.parse(expiresAt) < Date.parse(now) + 3_600_000) {
    throw invalidField('/expiresAt', 'api_key.expires_too_soon', 'Give an instant at least one hour ahead.');
  }
  if (mostDays !== null && (expiresAt === null || expiresAt > plusDays(now, mostDays))) {
    throw invalidField('/expiresAt', 'api_key.lifetime_exceeded', `Keys of this workspace end within ${mostDays} days; give an earlier expiresAt.`);
  }
}
