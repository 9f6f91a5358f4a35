import { z } from 'zod';
import { apiKeysDisabled } from '../kernel/access.ts';
import { isRange } from '../kernel/address.ts';
import { planLimitReached } from '../kernel/errors.ts';
import { plannedInstant, scope, userId, visibleName } from '../kernel/shapes.ts';
import { memberNotFound } from '../workspace/index.ts';
import { requireActor } from './acting-member.ts';
import { type ApiKey, cappedRate, checkLifetime } from './api-key.ts';
import { apiKeyCreated, apiKeyOwnerNotice } from './events.ts';
import { freshSecret } from './fresh-secret.ts';
import { command } from './ports.ts';
import { ApiKeyView, apiKeyView } from './views.ts';

/** Fields that creation and change of a key have in common. */
export const apiKeyFields = {
  name: visibleName(80)
    .describe('What the key is for.')
    .meta({ examples: ['Booking page'] }),
  scopes: z
    .array(scope())
    .min(1)
    .max(5)
    .overwrite((scopes) => [...new Set(scopes)])
    .describe('What the key may do.')
    .meta({ examples: [['meetings.read']] }),
  expiresAt: plannedInstant().nullable().describe('When the key stops working; null for never.'),
  rateLimitPerMinute: z
    .int()
    .min(1)
    .max(6000)
    .describe('How many requests a minute are accepted before 429.'),
  allowedIpRanges: z
    .array(
      z.string().refine(isRange, {
        error: 'Give a CIDR range such as 203.0.113.0/24.',
        params: { code: 'cidr.invalid' },
      }),
    )
    .max(20)
    .describe('The networks from which the key may be used, as CIDR ranges; an empty list means any.'),
  actsAsUserId: userId().describe(
    'The member in whose name meetings made with the key are organized; by default you.',
  ),
};

export const createApiKey = command({
  summary: 'Create an API key',
  description: 'The secret is shown only in this answer; store it now. All owners are notified by mail.',
  access: { owner: 'any' },
  stepUp: true,
  outside: true,
  feature: 'api_integrations',
  secret: true,
  input: z.strictObject({
    name: apiKeyFields.name,
    scopes: apiKeyFields.scopes,
    expiresAt: apiKeyFields.expiresAt.default(null),
    rateLimitPerMinute: apiKeyFields.rateLimitPerMinute.default(120),
    allowedIpRanges: apiKeyFields.allowedIpRanges.default([]),
    actsAsUserId: apiKeyFields.actsAsUserId.optional(),
  }),
  output: z.object({
    apiKey: ApiKeyView,
    secret: z.string().describe('The API key itself; it is not shown again.'),
  }),
  errors: [apiKeysDisabled, memberNotFound, planLimitReached],

  async run(input, { now, user, random, apiKeys, memberDirectory, entitlements, newId, emit }) {
    const settings = user.workspace?.settings;
    if (settings?.apiKeysEnabled === false) throw apiKeysDisabled();
    checkLifetime(input.expiresAt, settings?.apiKeyMaxLifetimeDays ?? null, now);
    const actsAsUserId = input.actsAsUserId ?? user.userId;
    await requireActor(memberDirectory, actsAsUserId);
    await entitlements.take('api_keys');

    const { secret, keyPrefix, secretHash } = await freshSecret(random, apiKeys);
    const key: ApiKey = {
      id: newId(),
      name: input.name,
      keyPrefix,
      scopes: input.scopes,
      actsAsUserId,
      rateLimitPerMinute: cappedRate(input.rateLimitPerMinute, entitlements.limit('api_requests_per_minute')),
      allowedIpRanges: input.allowedIpRanges,
      expiresAt: input.expiresAt,
      lastUsedAt: null,
      lastUsedIp: null,
      secrets: [
        { keyPrefix, secretHash, status: 'current', createdAt: now, expiresAt: null, lastUsedAt: null },
      ],
      createdByUserId: user.userId,
      revokedByUserId: null,
      revokedAt: null,
      revokeReason: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    await apiKeys.add(key);

    emit(apiKeyCreated, {
      apiKeyId: key.id,
      name: key.name,
      keyPrefix,
      scopes: [...key.scopes],
      createdByUserId: user.userId,
    });
    for (const ownerUserId of await memberDirectory.ownerIds())
      emit(apiKeyOwnerNotice, { apiKeyId: key.id, ownerUserId });
    return { apiKey: apiKeyView(key, now), secret };
  },
});
