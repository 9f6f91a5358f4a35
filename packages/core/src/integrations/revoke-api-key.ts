import { z } from 'zod';
import { id, multiline, version } from '../kernel/shapes.ts';
import { apiKeyRevokedFailure, revoked } from './api-key.ts';
import { apiKeyNotFound } from './errors.ts';
import { apiKeyRevoked } from './events.ts';
import { command } from './ports.ts';
import { ApiKeyView, apiKeyView } from './views.ts';

export const revokeApiKey = command({
  summary: 'Revoke an API key',
  description: 'Every secret of the key stops working at once, for good.',
  access: { owner: 'any', admin: 'any' },
  input: z.strictObject({
    apiKeyId: id().describe('The id of the API key.'),
    reason: multiline(500).optional().describe('The reason, which is kept with the key.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ apiKey: ApiKeyView }),
  errors: [apiKeyNotFound, apiKeyRevokedFailure],

  find: ({ apiKeyId }, { apiKeys }) => apiKeys.get(apiKeyId),
  version: (key) => key.version,

  async run({ apiKeyId, reason }, { now, user, found: key, apiKeys, entitlements, emit }) {
    const saved = await apiKeys.save(revoked(key, user.userId, reason || null, now));
    await entitlements.release('api_keys');
    emit(apiKeyRevoked, {
      apiKeyId,
      version: saved.version,
      keyPrefix: saved.keyPrefix,
      revokedByUserId: user.userId,
      reason: saved.revokeReason,
    });
    return { apiKey: apiKeyView(saved, now) };
  },
});
