import { z } from 'zod';
import { planFeatureNotIncluded, planLimitReached } from '../kernel/errors.ts';
import { id, text, version } from '../kernel/shapes.ts';
import { webhookHasNoUrl, webhookNotFound } from './errors.ts';
import { action } from './ports.ts';
import { requireWebhookUrl } from './registration.ts';
import { WebhookEndpointView, webhookEndpointView } from './views.ts';

/** Labels of records that a webhook must be allowed by name; `confidential` needs no permission (WHK-13). */
const guardedLabel = z.enum([
  'restricted',
  'sealed',
  'psychotherapy',
  'legal_privileged',
  'safeguarding',
  'substance_use',
  'executive',
]);

/** The fields that registering and changing an endpoint have in common. */
export const webhookFields = {
  url: text(2048)
    .describe('A public https address, on port 443 or from 1024 on.')
    .meta({ examples: ['https://hooks.example.com/chancery'] }),
  description: text(200).nullable().describe('What the endpoint is for; null for none.'),
  eventTypes: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(50)
    .overwrite((types) => [...new Set(types)])
    .describe('Event types of the context; * means all of them.')
    .meta({ examples: [['*']] }),
  allowedLabels: z
    .array(guardedLabel)
    .max(7)
    .overwrite((labels) => [...new Set(labels)])
    .describe(
      'Labels beyond confidential whose events the endpoint may receive; for the context records only.',
    ),
};

export const updateWebhookEndpoint = action({
  summary: 'Change a webhook endpoint, or switch it on or off',
  description:
    'Switching the endpoint off cancels its waiting deliveries. Events are then kept as cancelled for 30 days and can be recovered once it is on again. Switching it on clears the count of failures.',
  access: { owner: 'any', admin: 'any' },
  outside: ({ url }) => url !== undefined,
  input: z
    .strictObject({
      endpointId: id().describe('The id of the webhook endpoint.'),
      url: webhookFields.url.optional(),
      description: webhookFields.description.optional(),
      eventTypes: webhookFields.eventTypes.optional(),
      allowedLabels: webhookFields.allowedLabels.optional(),
      active: z.boolean().optional().describe('Whether the endpoint receives deliveries.'),
      expectedVersion: version().optional(),
    })
    .meta({ examples: [{ description: 'Our receiver' }] }),
  output: z.object({ webhookEndpoint: WebhookEndpointView }),
  errors: [webhookNotFound, planFeatureNotIncluded, planLimitReached],

  async prepare({ url }, { egress }) {
    if (url !== undefined) await requireWebhookUrl(url, egress);
  },
  find: ({ endpointId }, { webhookEndpoints }) => webhookEndpoints.get(endpointId),
  version: (endpoint) => endpoint.version,

  async run({ endpointId: _, expectedVersion: __, ...input }, context) {
    const { now, found, webhookRegistration } = context;
    if (input.url !== undefined && found.url === null) throw webhookHasNoUrl();
    const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const saved = await webhookRegistration.change(found, changes, context);
    return { webhookEndpoint: webhookEndpointView(saved, now) };
  },
});
