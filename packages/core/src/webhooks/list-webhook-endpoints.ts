import { z } from 'zod';
import { pageFields, pageOf } from '../kernel/pages.ts';
import { shown } from '../kernel/shapes.ts';
import { webhookContexts } from '../kernel/webhook-events.ts';
import { query } from './ports.ts';
import { WebhookEndpointView, webhookEndpointView } from './views.ts';

export const listWebhookEndpoints = query({
  summary: 'List webhook endpoints',
  description: 'Newest first, without their secrets.',
  access: { owner: 'any', admin: 'any' },
  cli: { columns: ['url', 'status', 'eventTypes', 'lastSuccessAt', 'id'] },
  always: true,
  input: z.strictObject({
    context: z.enum(webhookContexts).optional().describe('Only endpoints of this context.'),
    ...pageFields(['instant', 'id']),
  }),
  output: z.object({
    webhookEndpoints: z.array(WebhookEndpointView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ context, limit, cursor }, { now, webhookEndpoints }) {
    const after = cursor ?? null;
    const found = await webhookEndpoints.list(context ?? null, after, limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ createdAt, id }) => [createdAt, id]);
    return { webhookEndpoints: rows.map((row) => webhookEndpointView(row, now)), count, nextCursor };
  },
});
