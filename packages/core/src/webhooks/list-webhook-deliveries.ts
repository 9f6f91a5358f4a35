import { z } from 'zod';
import { decodeCursor, pageFields, pageOf } from '../kernel/pages.ts';
import { id, instant, text } from '../kernel/shapes.ts';
import { webhookDeliveryStates } from './delivery.ts';
import { query } from './ports.ts';
import { WebhookDeliveryView } from './views.ts';

export const listWebhookDeliveries = query({
  summary: 'List webhook deliveries',
  description: 'Newest first, of the last 30 days; payload and attempts are shown with each one.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  input: z.strictObject({
    endpointId: id().optional().describe('Only those to this endpoint, also when it was deleted.'),
    status: z.enum(webhookDeliveryStates.states).optional().describe('Only those that stand so.'),
    eventType: text(100).optional().describe('Only those of this type.'),
    from: instant().optional().describe('Only those made then or later.'),
    to: instant().optional().describe('Only those made before.'),
    ...pageFields(),
  }),
  output: z.object({
    deliveries: z.array(WebhookDeliveryView),
    count: z.int(),
    nextCursor: z.string().nullable(),
  }),

  async run({ limit, cursor, endpointId, status, eventType, from, to }, { webhookDeliveries }) {
    const filter = {
      endpointId: endpointId ?? null,
      status: status ?? null,
      eventType: eventType ?? null,
      from: from ?? null,
      to: to ?? null,
    };
    const found = await webhookDeliveries.list(filter, decodeCursor(cursor, ['id']), limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ id }) => [id]);
    return { deliveries: [...rows], count, nextCursor };
  },
});
