import { z } from 'zod';
import { planLimitReached } from '../kernel/errors.ts';
import { action } from './ports.ts';
import { requireWebhookUrl } from './registration.ts';
import { webhookFields } from './update-webhook-endpoint.ts';
import { WebhookEndpointView, webhookEndpointView } from './views.ts';

export const createWebhookEndpoint = action({
  summary: 'Register a webhook endpoint',
  description:
    'From now on the endpoint receives what happens to meetings, members and projects of the workspace: ids and states, signed. Private meetings and projects are left out, except meetings that an application made. The secret is shown in this answer only, so store it now.',
  access: { owner: 'any', admin: 'any' },
  stepUp: true,
  outside: ({ url }) => url !== null,
  feature: 'webhooks',
  secret: true,
  input: z.strictObject({
    url: webhookFields.url
      .nullable()
      .describe(
        'A public https address, on port 443 or from 1024 on. Null for a program that cannot be reached: nothing is sent, and the deliveries wait to be read.',
      ),
    description: webhookFields.description.default(null),
    eventTypes: webhookFields.eventTypes
      .default(['*'])
      .describe('Event types such as meeting.created; * means all that a workspace has.'),
  }),
  output: z.object({
    webhookEndpoint: WebhookEndpointView,
    secret: z.string().describe('Signs every delivery; it is not shown again.'),
  }),
  errors: [planLimitReached],

  async prepare({ url }, { egress }) {
    if (url !== null) await requireWebhookUrl(url, egress);
  },
  async run(input, context) {
    const wanted = { ...input, context: 'workspace' as const, allowedLabels: [] };
    const { endpoint, secret } = await context.webhookRegistration.create(wanted, context);
    return { webhookEndpoint: webhookEndpointView(endpoint, context.now), secret };
  },
});
