import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { httpsUrl, text } from '../../kernel/shapes.ts';
import { requireWebhookUrl, WebhookEndpointView, webhookEndpointView } from '../../webhooks/index.ts';
import { action } from '../ports.ts';

export const createLifecycleWebhook = action({
  summary: 'Register a webhook endpoint about documents',
  description:
    'From now on it receives what happens to documents, their signing and their lifecycle: ids, states and dates, signed. The secret is shown in this answer only, so store it now. The endpoint is changed, tested and deleted among those of the workspace.',
  access: { owner: 'any', admin: 'any' },
  stepUp: true,
  outside: true,
  feature: 'webhooks',
  secret: true,
  cli: { command: 'documents webhooks create' },
  input: z.strictObject({
    url: httpsUrl()
      .describe('A public https address, on port 443 or from 1024 on.')
      .meta({ examples: ['https://hooks.example.com/chancery'] }),
    eventTypes: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(50)
      .overwrite((types) => [...new Set(types)])
      .describe('Event types such as lifecycle.expired; * means all about documents.')
      .meta({ examples: [['lifecycle.expiring', 'lifecycle.expired']] }),
    description: text(200).nullable().default(null).describe('What the endpoint is for; null for none.'),
  }),
  output: z.object({
    webhook: WebhookEndpointView,
    secret: z.string().describe('Signs every delivery; it is not shown again.'),
  }),
  errors: [planLimitReached],

  prepare: ({ url }, { egress }) => requireWebhookUrl(url, egress),

  async run(input, context) {
    const { endpoint, secret: shownOnce } = await context.webhookRegistration.create(
      { ...input, context: 'lifecycle', allowedLabels: [] },
      context,
    );
    return { webhook: webhookEndpointView(endpoint, context.now), secret: shownOnce };
  },
});
