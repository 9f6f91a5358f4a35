import { z } from 'zod';
import {
  triedWebhook,
  WebhookDeliveryDetailView,
  webhookDeliveryDetailView,
  webhookNotFound,
  webhookTestThrottle,
} from '../../webhooks/index.ts';
import { action } from '../ports.ts';
import { webhookId } from './set-record-webhook-active.ts';

export const testRecordWebhook = action({
  summary: 'Send a test to a webhook endpoint about records',
  description:
    'Makes one attempt now, even if the endpoint is switched off, and returns its outcome. A test does not affect the status of the endpoint.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  throttle: webhookTestThrottle,
  cli: { command: 'governance webhooks test' },
  input: z.strictObject({ webhookId: webhookId() }),
  output: z.object({ delivery: WebhookDeliveryDetailView }),
  errors: [webhookNotFound],

  async prepare({ webhookId: of }, context) {
    const endpoint = await context.transact(({ webhookRegistration }) =>
      webhookRegistration.get(of, 'records'),
    );
    return triedWebhook(endpoint, context);
  },
  async run({ webhookId: of }, context) {
    const { prepared: delivery, webhookRegistration } = context;
    await webhookRegistration.get(of, 'records');
    await webhookRegistration.keepTest(delivery, context);
    return { delivery: webhookDeliveryDetailView(delivery) };
  },
});
