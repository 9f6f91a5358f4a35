import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { webhookNotFound } from './errors.ts';
import { query } from './ports.ts';
import { WebhookEndpointView, webhookEndpointView } from './views.ts';

export const getWebhookEndpoint = query({
  summary: 'Show a webhook endpoint',
  description: 'How it stands and how its deliveries go; never with a secret.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  input: z.strictObject({ endpointId: id() }),
  output: z.object({ webhookEndpoint: WebhookEndpointView }),
  errors: [webhookNotFound],

  find: ({ endpointId }, { webhookEndpoints }) => webhookEndpoints.get(endpointId),
  async run(_input, { now, found }) {
    return { webhookEndpoint: webhookEndpointView(found, now) };
  },
});
