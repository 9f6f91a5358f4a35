import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { requireActive } from './endpoint.ts';
import { webhookDeliveryInvalidState, webhookDeliveryNotFound, webhookNotActive } from './errors.ts';
import { webhookDeliveryDue } from './events.ts';
import { command } from './ports.ts';
import { WebhookDeliveryView } from './views.ts';

export const redeliverWebhook = command({
  summary: 'Send a webhook delivery again',
  description:
    'Makes one attempt with the recorded body, the same id, and a new timestamp and signature. The attempt is not repeated and does not affect the status of the endpoint.',
  access: { owner: 'any', admin: 'any' },
  outside: true,
  always: true,
  throttle: { bucket: 'webhook_redeliver', limit: 60, windowSeconds: 60 },
  input: z.strictObject({ deliveryId: id().describe('The id of the delivery.') }),
  output: z.object({ delivery: WebhookDeliveryView }),
  errors: [webhookDeliveryNotFound, webhookNotActive, webhookDeliveryInvalidState],

  find: ({ deliveryId }, { webhookDeliveries }) => webhookDeliveries.get(deliveryId),
  async run({ deliveryId }, { found: { endpointId }, webhookEndpoints, webhookDeliveries, emit }) {
    const endpoint = await webhookEndpoints.find(endpointId);
    if (endpoint === null) throw webhookNotActive();
    requireActive(endpoint);
    const { delivery, run } = await webhookDeliveries.redeliver(deliveryId);
    emit(webhookDeliveryDue, { deliveryId, endpointId, run });
    return { delivery };
  },
});
