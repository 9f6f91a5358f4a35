import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { WebhookEndpointView, webhookEndpointView } from '../../webhooks/index.ts';
import { query } from '../ports.ts';

export const listLifecycleWebhooks = query({
  summary: 'List webhook endpoints about documents',
  description:
    'Those of the context lifecycle, newest first, without their secrets. They are the same as in the workspace, where they are changed, tested and deleted.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: {
    command: 'documents webhooks list',
    columns: ['url', 'status', 'eventTypes', 'lastSuccessAt', 'id'],
  },
  input: z.strictObject(pageFields(['instant', 'id'])),
  output: z.object({
    webhooks: z.array(WebhookEndpointView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ limit, cursor }, { webhookRegistration, now }) {
    const found = await webhookRegistration.list('lifecycle', cursor ?? null, limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ createdAt, id }) => [createdAt, id]);
    return { webhooks: rows.map((row) => webhookEndpointView(row, now)), count, nextCursor };
  },
});
