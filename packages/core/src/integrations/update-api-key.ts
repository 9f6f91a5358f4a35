import { z } from 'zod';
import { id, version } from '../kernel/shapes.ts';
import { memberNotFound } from '../workspace/index.ts';
import { requireActor } from './acting-member.ts';
import {
  type ApiKey,
  type ApiKeyChanges,
  apiKeyRevokedFailure,
  cappedRate,
  changed,
  checkLifetime,
  checkLongestLifetime,
} from './api-key.ts';
import { apiKeyFields } from './create-api-key.ts';
import { apiKeyNotFound } from './errors.ts';
import { apiKeyUpdated } from './events.ts';
import { reachesFurther } from './key-reach.ts';
import { command } from './ports.ts';
import { ApiKeyView, apiKeyView } from './views.ts';

export const updateApiKey = command({
  summary: 'Change an API key',
  description:
    'The change counts from the next request on, with the same secret. More scopes, more networks, a higher rate, and a later end of an expired key need a recent proof of your password.',
  access: { owner: 'any' },
  input: z.strictObject({
    apiKeyId: id().describe('The id of the API key.'),
    name: apiKeyFields.name.optional(),
    scopes: apiKeyFields.scopes.optional(),
    expiresAt: apiKeyFields.expiresAt.optional(),
    rateLimitPerMinute: apiKeyFields.rateLimitPerMinute.optional(),
    allowedIpRanges: apiKeyFields.allowedIpRanges.optional(),
    actsAsUserId: userToActAs(),
    expectedVersion: version().optional(),
  }),
  output: z.object({ apiKey: ApiKeyView }),
  errors: [apiKeyNotFound, memberNotFound, apiKeyRevokedFailure],

  async find({ apiKeyId, actsAsUserId }, { apiKeys, memberDirectory }) {
    const key = await apiKeys.get(apiKeyId);
    if (actsAsUserId !== undefined) await requireActor(memberDirectory, actsAsUserId);
    return key;
  },
  stepUpWhen: (key, input, now) => reachesFurther(key, { ...key, ...sent(input) }, now),
  version: (key) => key.version,

  async run(
    { apiKeyId, expectedVersion: _, ...input },
    { now, user, found: key, apiKeys, entitlements, emit },
  ) {
    const changes = given(input, entitlements.limit('api_requests_per_minute'));
    const { after, fields } = changed(key, changes, now);
    const mostDays = user.workspace?.settings.apiKeyMaxLifetimeDays ?? null;
    (changes.expiresAt === undefined ? checkLongestLifetime : checkLifetime)(after.expiresAt, mostDays, now);
    if (fields.length === 0) return { apiKey: apiKeyView(key, now) };

    const saved = await apiKeys.save(after);
    emit(apiKeyUpdated, {
      apiKeyId,
      version: saved.version,
      changed: fields,
      scopesBefore: [...key.scopes],
      scopesAfter: [...saved.scopes],
      before: only(key, fields),
      after: only(saved, fields),
    });
    return { apiKey: apiKeyView(saved, now) };
  },
});

function userToActAs() {
  return apiKeyFields.actsAsUserId
    .describe('The member in whose name meetings made with the key are organized.')
    .optional();
}

type Given = { readonly [F in keyof ApiKeyChanges]: ApiKeyChanges[F] | undefined };

/** The fields that were sent; the plan limits the rate. */
function given({ rateLimitPerMinute, ...rest }: Given, planRate: number | null): ApiKeyChanges {
  const rate = rateLimitPerMinute === undefined ? undefined : cappedRate(rateLimitPerMinute, planRate);
  return sent({ ...rest, rateLimitPerMinute: rate });
}

const sent = (input: object): ApiKeyChanges =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** The named fields of the key, as plain data. */
function only(key: ApiKey, fields: readonly (keyof ApiKeyChanges)[]) {
  const { scopes, allowedIpRanges, ...rest } = key;
  const plain = { ...rest, scopes: [...scopes], allowedIpRanges: [...allowedIpRanges] };
  return Object.fromEntries(fields.map((field) => [field, plain[field]]));
}
