import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id, instant, scope, userId, version } from '../kernel/shapes.ts';

export const apiKeyCreated = event(
  'api_key.created',
  z.strictObject({
    apiKeyId: id(),
    name: z.string(),
    keyPrefix: z.string(),
    scopes: z.array(scope()),
    createdByUserId: userId(),
  }),
  {
    target: ({ apiKeyId }) => ({ kind: 'api_key', id: apiKeyId, version: 1 }),
    facts: ({ scopes, keyPrefix }) => ({ scopes, keyPrefix }),
    detail: ({ name }) => ({ name }),
  },
);

/** One for each owner who is notified of a new key, so that the mail to one never waits for another's. */
export const apiKeyOwnerNotice = event(
  'api_key.owner_notice',
  z.strictObject({ apiKeyId: id(), ownerUserId: userId() }),
  null,
);

const keyFields = z.strictObject({
  name: z.string().optional(),
  scopes: z.array(scope()).optional(),
  expiresAt: instant().nullable().optional(),
  rateLimitPerMinute: z.int().optional(),
  allowedIpRanges: z.array(z.string()).optional(),
  actsAsUserId: userId().optional(),
});

export const apiKeyUpdated = event(
  'api_key.updated',
  z.strictObject({
    apiKeyId: id(),
    version: version(),
    changed: z.array(keyFields.keyof()),
    scopesBefore: z.array(scope()),
    scopesAfter: z.array(scope()),
    /** Only the changed fields, as they were before and as they are now. */
    before: keyFields,
    after: keyFields,
  }),
  {
    target: ({ apiKeyId, version }) => ({ kind: 'api_key', id: apiKeyId, version }),
    facts: ({ changed, scopesBefore, scopesAfter }) => ({ changed, scopesBefore, scopesAfter }),
    detail: ({ before, after }) => ({ before, after }),
  },
);

export const apiKeyRotated = event(
  'api_key.rotated',
  z.strictObject({
    apiKeyId: id(),
    version: version(),
    keyPrefix: z.string(),
    previousKeyPrefix: z.string(),
    previousSecretExpiresAt: instant(),
  }),
  {
    target: ({ apiKeyId, version }) => ({ kind: 'api_key', id: apiKeyId, version }),
    facts: ({ keyPrefix, previousKeyPrefix, previousSecretExpiresAt }) => ({
      keyPrefix,
      previousKeyPrefix,
      previousSecretExpiresAt,
    }),
  },
);

export const apiKeyRevoked = event(
  'api_key.revoked',
  z.strictObject({
    apiKeyId: id(),
    version: version(),
    keyPrefix: z.string(),
    revokedByUserId: userId(),
    reason: z.string().nullable(),
  }),
  {
    target: ({ apiKeyId, version }) => ({ kind: 'api_key', id: apiKeyId, version }),
    facts: ({ keyPrefix }) => ({ keyPrefix }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
);

/** `expiresAt` has passed; a later one revives the key. */
export const apiKeyExpired = event(
  'api_key.expired',
  z.strictObject({ apiKeyId: id(), version: version(), keyPrefix: z.string(), expiresAt: instant() }),
  {
    target: ({ apiKeyId, version }) => ({ kind: 'api_key', id: apiKeyId, version }),
    facts: ({ keyPrefix, expiresAt }) => ({ keyPrefix, expiresAt }),
  },
);

/** One for each owner who is notified ahead of a key's end. */
export const apiKeyExpiryNotice = event(
  'api_key.expiry_notice',
  z.strictObject({ apiKeyId: id(), ownerUserId: userId(), expiresAt: instant() }),
  null,
);

/** One for each owner who is notified that keys act as somebody who can no longer act (WSP-13). */
export const apiKeyActorLeft = event(
  'api_key.actor_left',
  z.strictObject({ apiKeyIds: z.array(id()), actorUserId: userId(), ownerUserId: userId() }),
  null,
);
