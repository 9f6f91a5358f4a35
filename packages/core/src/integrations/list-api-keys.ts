import { z } from 'zod';
import { pageFields, pageOf } from '../kernel/pages.ts';
import { shown } from '../kernel/shapes.ts';
import { query } from './ports.ts';
import { ApiKeyView, apiKeyView } from './views.ts';

export const listApiKeys = query({
  summary: 'List API keys',
  description: 'Keys are listed newest first, never with a secret.',
  access: { owner: 'any', admin: 'any' },
  cli: { columns: ['name', 'status', 'keyPrefix', 'lastUsedAt', 'scopes', 'id'] },
  always: true,
  input: z.strictObject({
    status: z.enum(['active', 'expired', 'revoked']).default('active').describe('Which keys to list.'),
    ...pageFields(['instant', 'id']),
  }),
  output: z.object({ apiKeys: z.array(ApiKeyView), count: shown.count(), nextCursor: shown.nextCursor() }),

  async run({ status, limit, cursor }, { now, apiKeys }) {
    const found = await apiKeys.list(status, now, cursor ?? null, limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ createdAt, id }) => [createdAt, id]);
    return { apiKeys: rows.map((key) => apiKeyView(key, now)), count, nextCursor };
  },
});
