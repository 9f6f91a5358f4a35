import { z } from 'zod';
import { planFeatureNotIncluded, planLimitReached } from '../../kernel/errors.ts';
import { id, version } from '../../kernel/shapes.ts';
import { WebhookEndpointView, webhookEndpointView, webhookNotFound } from '../../webhooks/index.ts';
import { command } from '../ports.ts';

export const webhookId = () => id().describe('The id of the webhook endpoint.');

export const setRecordWebhookActive = command({
  summary: 'Switch a webhook endpoint about records on or off',
  description:
    'Switched off, its waiting deliveries are cancelled; they can be recovered once it is on again.',
  access: { owner: 'any', admin: 'any' },
  outside: ({ active }) => active,
  cli: { command: 'governance webhooks set' },
  input: z.strictObject({
    webhookId: webhookId(),
    active: z.boolean().describe('Whether it receives deliveries.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ webhook: WebhookEndpointView }),
  errors: [webhookNotFound, planFeatureNotIncluded, planLimitReached],

  find: ({ webhookId: of }, { webhookRegistration }) => webhookRegistration.get(of, 'records'),
  version: (endpoint) => endpoint.version,

  async run({ active }, context) {
    const saved = await context.webhookRegistration.change(context.found, { active }, context);
    return { webhook: webhookEndpointView(saved, context.now) };
  },
});
