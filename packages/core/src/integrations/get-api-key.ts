import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { apiKeyNotFound } from './errors.ts';
import { query } from './ports.ts';
import { ApiKeyView, apiKeyView } from './views.ts';

export const getApiKey = query({
  summary: 'Show an API key',
  description:
    'Returns the key with its live secrets by prefix, and when each was last used; never a secret itself.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  input: z.strictObject({ apiKeyId: id().describe('The id of the API key.') }),
  output: z.object({ apiKey: ApiKeyView }),
  errors: [apiKeyNotFound],

  find: ({ apiKeyId }, { apiKeys }) => apiKeys.get(apiKeyId),
  async run(_input, { now, found }) {
    return { apiKey: apiKeyView(found, now) };
  },
});
