import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { webhookNotFound } from './errors.ts';
import { query } from './ports.ts';
import { WebhookEndpointView, webhookEndpointView } from './views.ts';

export const getWebhookEndpoint = query({
  summary: 'Show a webhook endpoint',
  description: 'Shows its status and how its deliveries fare, but never its secret.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  input: z.strictObject({ endpointId: id().describe('The id of the webhook endpoint.') }),
  output: z.object({ webhookEndpoint: WebhookEndpointView }),
  errors: [webhookNotFound],

  find: ({ endpointId }, { webhookEndpoints }) => webhookEndpoints.get(endpointId),
  async run(_input, { now, found }) {
    return { webhookEndpoint: webhookEndpointView(found, now) };
  },
});
