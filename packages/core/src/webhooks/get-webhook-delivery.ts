import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { webhookDeliveryNotFound } from './errors.ts';
import { query } from './ports.ts';
import { WebhookDeliveryDetailView, webhookDeliveryDetailView } from './views.ts';

export const getWebhookDelivery = query({
  summary: 'Show a webhook delivery',
  description: 'Shows the payload as it is sent, and the outcome of each attempt.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  input: z.strictObject({ deliveryId: id().describe('The id of the delivery.') }),
  output: z.object({ delivery: WebhookDeliveryDetailView }),
  errors: [webhookDeliveryNotFound],

  find: ({ deliveryId }, { webhookDeliveries }) => webhookDeliveries.get(deliveryId),
  async run(_input, { found }) {
    return { delivery: webhookDeliveryDetailView(found) };
  },
});
