import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { httpsUrl } from '../../kernel/shapes.ts';
import { isWithin, maskOf, recordsLabelNotCleared } from '../../records/index.ts';
import {
  requireWebhookUrl,
  WebhookEndpointView,
  webhookEndpointView,
  webhookFields,
} from '../../webhooks/index.ts';
import { action } from '../ports.ts';

export const createRecordWebhook = action({
  summary: 'Register a webhook endpoint about records',
  description:
    'From now on it receives what happens to records: ids and the number of the line in the ledger, signed, and of labelled records only where it is allowed the labels. The secret is shown in this answer only, so store it now.',
  access: { owner: 'any', admin: 'any' },
  stepUp: true,
  outside: true,
  feature: 'webhooks',
  secret: true,
  cli: { command: 'governance webhooks create' },
  input: z.strictObject({
    url: httpsUrl()
      .describe('A public https address, on port 443 or from 1024 on.')
      .meta({ examples: ['https://hooks.example.com/chancery'] }),
    eventTypes: webhookFields.eventTypes,
    description: webhookFields.description.default(null),
    allowedLabels: webhookFields.allowedLabels
      .default([])
      .describe('Labels whose events it may receive; only those that you are cleared for.'),
  }),
  output: z.object({
    webhook: WebhookEndpointView,
    secret: z.string().describe('Signs every delivery; it is not shown again.'),
  }),
  errors: [planLimitReached, recordsLabelNotCleared],

  prepare: ({ url }, { egress }) => requireWebhookUrl(url, egress),

  async run(input, context) {
    const { clearance } = await context.recordReaders.of(context);
    if (!isWithin(maskOf(input.allowedLabels), clearance)) throw recordsLabelNotCleared();
    const { endpoint, secret: shownOnce } = await context.webhookRegistration.create(
      { ...input, context: 'records' },
      context,
    );
    return { webhook: webhookEndpointView(endpoint, context.now), secret: shownOnce };
  },
});
