import { z } from 'zod';
import { planLimitReached } from '../kernel/errors.ts';
import type { WebhookContext } from '../kernel/webhook-events.ts';
import { action } from './ports.ts';
import { requireWebhookUrl } from './registration.ts';
import { webhookFields } from './update-webhook-endpoint.ts';
import { WebhookEndpointView, webhookEndpointView } from './views.ts';

/** Records have endpoints with labels, which are registered elsewhere. */
const ownContexts = ['workspace', 'lifecycle'] as const satisfies readonly WebhookContext[];

export const createWebhookEndpoint = action({
  summary: 'Register a webhook endpoint',
  description:
    'From now on the endpoint receives what happens in the workspace: ids and states, signed. Of the context workspace that is about meetings, members and projects, without private meetings and projects, except meetings that an application made; of the context lifecycle about documents and their signing. The secret is shown in this answer only, so store it now.',
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
    context: z
      .enum(ownContexts)
      .default('workspace')
      .describe('What it is about: workspace for meetings, members and projects, lifecycle for documents.'),
    eventTypes: webhookFields.eventTypes
      .default(['*'])
      .describe(
        'Event types of the context, such as meeting.created or document.sealed; * means all of them.',
      ),
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
    const { endpoint, secret } = await context.webhookRegistration.create(
      { ...input, allowedLabels: [] },
      context,
    );
    return { webhookEndpoint: webhookEndpointView(endpoint, context.now), secret };
  },
});
