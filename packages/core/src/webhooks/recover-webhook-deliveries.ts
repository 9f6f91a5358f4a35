import { z } from 'zod';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { id, instant } from '../kernel/shapes.ts';
import { type Instant, plusDays } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import { deliveryDaysKept } from './delivery.ts';
import { requireActive, type WebhookEndpoint } from './endpoint.ts';
import { webhookNotActive, webhookNotFound } from './errors.ts';
import { webhookDeliveryDue, webhookRecovered } from './events.ts';
import { command, type WebhooksPorts } from './ports.ts';

export const recoverWebhookDeliveries = command({
  summary: 'Send again what a webhook endpoint has missed',
  description:
    'Every delivery of the window that has not succeeded is queued again, oldest first, with its original id and the whole schedule of attempts. This includes deliveries that were cancelled while the endpoint was off.',
  access: { owner: 'any', admin: 'any' },
  outside: true,
  always: true,
  cli: { example: { since: '$SINCE' } },
  input: z.strictObject({
    endpointId: id().describe('The id of the webhook endpoint.'),
    since: instant().describe('Start of the window, at most 30 days ago.'),
    until: instant(7).optional().describe('End of the window, not included; by default now.'),
  }),
  output: z.object({ queued: z.int().describe('How many are sent again.') }),
  errors: [webhookNotFound, webhookNotActive],

  find: ({ endpointId }, { webhookEndpoints }) => webhookEndpoints.get(endpointId),
  async run({ since, until }, context) {
    if (since < plusDays(context.now, -deliveryDaysKept))
      throw invalidField('/since', 'field.out_of_range', 'Give an instant within the last 30 days.');
    return {
      queued: await recoverDeliveries(context.found, { since, until: until ?? context.now }, context),
    };
  },
});

/** The same for any caller whose transaction has entered the workspace; returns how many deliveries are queued. */
export async function recoverDeliveries(
  endpoint: WebhookEndpoint,
  { since, until }: { readonly since: Instant; readonly until: Instant },
  {
    now,
    webhookDeliveries,
    emit,
  }: Pick<FollowUpContext, 'now' | 'emit'> & Pick<WebhooksPorts, 'webhookDeliveries'>,
): Promise<number> {
  requireActive(endpoint);
  const endpointId = endpoint.id;
  const due = await webhookDeliveries.recover(endpointId, since, until, now);
  for (const { deliveryId, run } of due) emit(webhookDeliveryDue, { deliveryId, endpointId, run });
  emit(webhookRecovered, { endpointId, since, until, queued: due.length });
  return due.length;
}
