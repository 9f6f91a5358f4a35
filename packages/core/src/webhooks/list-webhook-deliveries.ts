import { z } from 'zod';
import { cursorBehind, pageFields } from '../kernel/pages.ts';
import { id, instant, shown, text } from '../kernel/shapes.ts';
import { webhookDeliveryStates } from './delivery.ts';
import { query } from './ports.ts';
import { WebhookDeliveryView } from './views.ts';

export const listWebhookDeliveries = query({
  summary: 'List webhook deliveries',
  description:
    'Newest first, of the last 30 days. Payload and attempts are shown when you read a single delivery.',
  access: { owner: 'any', admin: 'any' },
  cli: { columns: ['eventType', 'status', 'createdAt', 'attemptCount', 'nextAttemptAt', 'id'] },
  always: true,
  input: z.strictObject({
    endpointId: id().optional().describe('Only deliveries to this endpoint, even if it was deleted.'),
    status: z.enum(webhookDeliveryStates.states).optional().describe('Only deliveries with this status.'),
    eventType: text(100).optional().describe('Only deliveries of this event type.'),
    from: instant().optional().describe('Only deliveries created at this instant or later.'),
    to: instant(7).optional().describe('Only deliveries created before this instant.'),
    ...pageFields(['id']),
  }),
  output: z.object({
    deliveries: z.array(WebhookDeliveryView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ limit, cursor, endpointId, status, eventType, from, to }, { webhookDeliveries }) {
    const filter = {
      endpointId: endpointId ?? null,
      status: status ?? null,
      eventType: eventType ?? null,
      from: from ?? null,
      to: to ?? null,
    };
    const page = await webhookDeliveries.list(filter, cursor ?? null, limit);
    return { deliveries: page, count: page.count, nextCursor: cursorBehind(page, ({ id }) => [id]) };
  },
});
