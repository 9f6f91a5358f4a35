import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id, scope, userId } from '../kernel/shapes.ts';

export const apiKeyCreated = event(
  'api_key.created',
  z.strictObject({ apiKeyId: id(), name: z.string(), keyPrefix: z.string(), scopes: z.array(scope()), createdByUserId: userId() }),
  {
    target: ({ apiKeyId }) => ({ kind: 'api_key', id: apiKeyId, version: 1 }),
    facts: ({ scopes, keyPrefix }) => ({ scopes, keyPrefix }),
    detail: ({ name }) => ({ name }),
  },
);
