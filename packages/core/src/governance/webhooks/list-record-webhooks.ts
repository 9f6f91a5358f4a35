import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { webhookTypes } from '../../kernel/webhook-events.ts';
import { WebhookEndpointView, webhookEndpointView } from '../../webhooks/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { query } from '../ports.ts';
import { everyRecordWebhook } from './every-record-webhook.ts';

export const listRecordWebhooks = query({
  summary: 'List webhook endpoints about records',
  description:
    'Those of the context records, newest first, without their secrets. They are the same as in the workspace.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: {
    command: 'governance webhooks list',
    columns: ['url', 'status', 'eventTypes', 'lastSuccessAt', 'id'],
  },
  input: z.strictObject({}),
  output: z.object({
    webhooks: z.array(WebhookEndpointView),
    count: shown.count(),
    nextCursor: shown.noCursor(),
    eventTypes: z.array(z.string()).describe('The types that an endpoint about records may ask for.'),
  }),

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('operations'),

  async run(_, context) {
    const found = await everyRecordWebhook(context);
    return {
      webhooks: found.map((endpoint) => webhookEndpointView(endpoint, context.now)),
      count: found.length,
      nextCursor: null,
      eventTypes: [...webhookTypes('records')],
    };
  },
});
