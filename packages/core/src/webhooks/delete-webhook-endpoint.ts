import { z } from 'zod';
import { id, shown } from '../kernel/shapes.ts';
import { webhookNotFound } from './errors.ts';
import { command } from './ports.ts';

export const deleteWebhookEndpoint = command({
  summary: 'Delete a webhook endpoint',
  description:
    'The endpoint and its secret are deleted at once, and its waiting deliveries are cancelled. All its deliveries can be read for 30 days.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  input: z.strictObject({ endpointId: id().describe('The id of the webhook endpoint.') }),
  output: z.object({
    webhookId: shown.id().describe('The id of the webhook endpoint.'),
    deletedAt: shown.instant().describe('When it was deleted.'),
  }),
  errors: [webhookNotFound],

  find: ({ endpointId }, { webhookEndpoints }) => webhookEndpoints.get(endpointId),
  run: (_input, context) => context.webhookRegistration.remove(context.found, context),
});
