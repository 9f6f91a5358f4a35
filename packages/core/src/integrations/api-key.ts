import type { Scope } from '../kernel/access.ts';
import type { NewApiKeySecret } from '../kernel/api-key-format.ts';
import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import { sameJson } from '../kernel/same-json.ts';
import { type Instant, plusDays, plusSeconds } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';

export const apiKeyRevokedFailure = failure(
  'api_key.revoked',
  'conflict',
  'This API key is revoked for good; create another.',
);

/** The clock decides about expiry: a later `expiresAt` revives an expired key; nothing revives a revoked one (3.7). */
export const apiKeyStates = machine(apiKeyRevokedFailure, ['active'], {
  active: { change: 'active', rotate: 'active', revoke: 'revoked', expire: 'expired' },
  expired: { change: 'expired', rotate: 'expired', revoke: 'revoked' },
  revoked: {},
});

/** A workspace credential for the integration API. The key keeps its id and its scopes across rotation (D10). */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The prefix of the current secret. */
  readonly keyPrefix: string;
  readonly scopes: readonly Scope[];
  readonly actsAsUserId: string;
  readonly rateLimitPerMinute: number;
  readonly allowedIpRanges: readonly string[];
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  readonly lastUsedIp: string | null;
  /** The current secret comes first. Expired ones stay, so that they are refused as expired and not as unknown. */
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
  /** The SHA-256 in hex; it never leaves the core. */
  readonly secretHash: string;
  readonly status: 'current' | 'retiring';
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
}

export function statusOf(
  key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Instant,
): 'active' | 'expired' | 'revoked' {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? apiKeyStates.next('active', 'expire') : 'active';
}

/** A key must end at least an hour from now, and within the lifetime that the workspace allows. */
export function checkLifetime(expiresAt: Instant | null, mostDays: number | null, now: Instant): void {
  if (expiresAt !== null && Date.parse(expiresAt) < Date.parse(now) + 3_600_000) {
    throw invalidField('/expiresAt', 'api_key.expires_too_soon', 'Give an instant at least one hour ahead.');
  }
  checkLongestLifetime(expiresAt, mostDays, now);
}

/** The limit that a change must keep to, even if it leaves the end as it is. */
export function checkLongestLifetime(expiresAt: Instant | null, mostDays: number | null, now: Instant): void {
  if (mostDays !== null && (expiresAt === null || expiresAt > plusDays(now, mostDays))) {
    throw invalidField(
      '/expiresAt',
      'api_key.lifetime_exceeded',
      `Keys of this workspace end within ${mostDays} days; give an earlier expiresAt.`,
    );
  }
}

/** The requested rate, limited by the plan. */
export const cappedRate = (wanted: number, planRate: number | null): number =>
  planRate === null ? wanted : Math.max(1, Math.min(wanted, planRate));

export type ApiKeyChanges = {
  readonly [F in
    | 'name'
    | 'scopes'
    | 'expiresAt'
    | 'rateLimitPerMinute'
    | 'allowedIpRanges'
    | 'actsAsUserId']?: ApiKey[F];
};

/** Returns the key with the changes, and the names of the fields that are different now. */
export function changed(key: ApiKey, changes: ApiKeyChanges, now: Instant) {
  apiKeyStates.next(statusOf(key, now), 'change');
  const fields = (Object.keys(changes) as (keyof ApiKeyChanges)[]).filter(
    (field) => !sameJson(changes[field], key[field]),
  );
  const after: ApiKey = { ...key, ...changes, updatedAt: now };
  return { after, fields };
}

/** The fresh secret is current; the one before it keeps working for the overlap, and an older one ends at once (KEY-3). */
export function rotated(key: ApiKey, fresh: NewApiKeySecret, overlapSeconds: number, now: Instant) {
  apiKeyStates.next(statusOf(key, now), 'rotate');
  const previousSecretExpiresAt = plusSeconds(now, overlapSeconds);
  const secrets = key.secrets.map((secret): ApiKeySecret => {
    if (secret.status === 'current')
      return { ...secret, status: 'retiring', expiresAt: previousSecretExpiresAt };
    return secret.expiresAt === null || secret.expiresAt > now ? { ...secret, expiresAt: now } : secret;
  });
  const current: ApiKeySecret = {
    keyPrefix: fresh.keyPrefix,
    secretHash: fresh.secretHash,
    status: 'current',
    createdAt: now,
    expiresAt: null,
    lastUsedAt: null,
  };
  const after: ApiKey = {
    ...key,
    keyPrefix: fresh.keyPrefix,
    secrets: [current, ...secrets],
    updatedAt: now,
  };
  return { after, previousSecretExpiresAt };
}

/** Revoking is final, because a leaked credential must not come back. */
export function revoked(
  key: ApiKey,
  revokedByUserId: string,
  revokeReason: string | null,
  now: Instant,
): ApiKey {
  apiKeyStates.next(statusOf(key, now), 'revoke');
  return { ...key, revokedByUserId, revokeReason, revokedAt: now, updatedAt: now };
}
