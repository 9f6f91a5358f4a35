import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { webhookTestType } from '../kernel/webhook-events.ts';
import { webhookNotFound } from './errors.ts';
import { action } from './ports.ts';
import { WebhookDeliveryDetailView, webhookDeliveryDetailView } from './views.ts';
import { keepWebhookTest, triedWebhook, webhookTestThrottle } from './webhook-test.ts';

export const testWebhookEndpoint = action({
  summary: 'Send a test to a webhook endpoint',
  description:
    'Makes one attempt now, even if the endpoint is switched off, and returns its outcome. If the endpoint has no address, the delivery waits to be read. A test does not affect the status of the endpoint.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  throttle: webhookTestThrottle,
  input: z.strictObject({
    endpointId: id().describe('The id of the webhook endpoint.'),
    eventType: z
      .string()
      .min(1)
      .max(100)
      .default(webhookTestType)
      .describe('An event type of the context of the endpoint; the data says that it is a test.'),
  }),
  output: z.object({ delivery: WebhookDeliveryDetailView }),
  errors: [webhookNotFound],

  async prepare({ endpointId, eventType }, context) {
    const endpoint = await context.transact(({ webhookEndpoints }) => webhookEndpoints.get(endpointId));
    return triedWebhook(endpoint, context, eventType);
  },
  async run({ endpointId }, context) {
    const { prepared: delivery, webhookEndpoints, webhookDeliveries } = context;
    await webhookEndpoints.get(endpointId);
    await keepWebhookTest(delivery, context, webhookDeliveries);
    return { delivery: webhookDeliveryDetailView(delivery) };
  },
});
