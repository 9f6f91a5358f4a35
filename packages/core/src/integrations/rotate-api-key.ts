import { z } from 'zod';
import { id, shown, version } from '../kernel/shapes.ts';
import { apiKeyRevokedFailure, rotated } from './api-key.ts';
import { apiKeyNotFound } from './errors.ts';
import { apiKeyRotated } from './events.ts';
import { freshSecret } from './fresh-secret.ts';
import { command } from './ports.ts';
import { ApiKeyView, apiKeyView } from './views.ts';

export const rotateApiKey = command({
  summary: 'Rotate the secret of an API key',
  description:
    'The new secret is shown only in this answer; store it now. The old one keeps working for the overlap, so that applications can change over; an even older one ends at once.',
  access: { owner: 'any' },
  stepUp: true,
  outside: true,
  secret: true,
  input: z.strictObject({
    apiKeyId: id().describe('The id of the API key.'),
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(86_400)
      .describe('How long the old secret keeps working; 0 ends it at once.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    apiKey: ApiKeyView,
    secret: z.string().describe('The new secret; it is not shown again.'),
    previousSecretExpiresAt: shown.instant().describe('Until when the old secret works beside the new one.'),
  }),
  errors: [apiKeyNotFound, apiKeyRevokedFailure],

  find: ({ apiKeyId }, { apiKeys }) => apiKeys.get(apiKeyId),
  version: (key) => key.version,

  async run({ apiKeyId, overlapSeconds }, { now, random, found: key, apiKeys, emit }) {
    const fresh = await freshSecret(random, apiKeys);
    const { after, previousSecretExpiresAt } = rotated(key, fresh, overlapSeconds, now);
    const saved = await apiKeys.save(after);
    emit(apiKeyRotated, {
      apiKeyId,
      version: saved.version,
      keyPrefix: saved.keyPrefix,
      previousKeyPrefix: key.keyPrefix,
      previousSecretExpiresAt,
    });
    return { apiKey: apiKeyView(saved, now), secret: fresh.secret, previousSecretExpiresAt };
  },
});
