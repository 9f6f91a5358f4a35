import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { webhookTypes } from '../../kernel/webhook-events.ts';
import { WebhookEndpointView, webhookEndpointView } from '../../webhooks/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { query } from '../ports.ts';

const most = 200;

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

  async run(_, { webhookRegistration, now }) {
    // A workspace has as many endpoints as its plan allows, which is fewer.
    const found = await webhookRegistration.list('records', null, most);
    return {
      webhooks: found.map((endpoint) => webhookEndpointView(endpoint, now)),
      count: found.length,
      nextCursor: null,
      eventTypes: [...webhookTypes('records')],
    };
  },
});
