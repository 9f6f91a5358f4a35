import { z } from 'zod';
import type { EgressOutcome } from '../kernel/egress.ts';
import { id } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import { webhookTestType, webhookTypes } from '../kernel/webhook-events.ts';
import { sendAttempt } from './attempt.ts';
import { bodyOf, resultOf, type WebhookDeliveryDetail, webhookDeliveryStates } from './delivery.ts';
import { webhookEventUnknown, webhookNotFound } from './errors.ts';
import { webhookTested } from './events.ts';
import { action } from './ports.ts';
import { WebhookDeliveryDetailView, webhookDeliveryDetailView } from './views.ts';

export const testWebhookEndpoint = action({
  summary: 'Send a test to a webhook endpoint',
  description:
    'Makes one attempt now, even if the endpoint is switched off, and returns its outcome. If the endpoint has no address, the delivery waits to be read. A test does not affect the status of the endpoint.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  throttle: { bucket: 'webhook_test', limit: 10, windowSeconds: 60 },
  input: z.strictObject({
    endpointId: id().describe('The id of the webhook endpoint.'),
    eventType: z
      .string()
      .min(1)
      .max(100)
      .default(webhookTestType)
      .describe('An event type of the context of the endpoint; the data says that it is a test.'),
  }),
  output: z.object({ delivery: WebhookDeliveryDetailView }),
  errors: [webhookNotFound],

  async prepare(
    { endpointId, eventType },
    { egress, webhookSigner, keyRing, newId, now, workspaceId, transact },
  ) {
    const endpoint = await transact(({ webhookEndpoints }) => webhookEndpoints.get(endpointId));
    const known = webhookTypes(endpoint.context);
    if (!known.includes(eventType)) throw webhookEventUnknown('/eventType', known);
    const untried: WebhookDeliveryDetail = {
      id: newId(),
      endpointId,
      eventType,
      status: webhookDeliveryStates.begin(endpoint.url === null ? 'pending' : 'delivering'),
      attemptCount: 0,
      nextAttemptAt: null,
      isTest: true,
      orderingKey: `webhook:${endpointId}`,
      sequence: 0,
      createdAt: now,
      workspaceId,
      occurredAt: now,
      data: { endpointId, test: true },
      eventSeq: null,
      attempts: [],
    };
    if (endpoint.url === null) return { untried, outcome: null };
    const sending = {
      ...endpoint,
      url: endpoint.url,
      endpointId,
      deliveryId: untried.id,
      body: bodyOf(untried),
    };
    const outcome = await sendAttempt(sending, { egress, webhookSigner, keyRing, now });
    return { untried, outcome };
  },
  async run(
    { endpointId },
    { now, prepared: { untried, outcome }, webhookEndpoints, webhookDeliveries, emit },
  ) {
    await webhookEndpoints.get(endpointId);
    const delivery = outcome === null ? untried : attempted(untried, outcome, now);
    await webhookDeliveries.addTest(delivery);
    emit(webhookTested, {
      endpointId,
      deliveryId: delivery.id,
      outcome: delivery.attempts[0]?.outcome ?? 'not_sent',
    });
    return { delivery: webhookDeliveryDetailView(delivery) };
  },
});

function attempted(
  untried: WebhookDeliveryDetail,
  outcome: EgressOutcome,
  now: Instant,
): WebhookDeliveryDetail {
  const result = resultOf(outcome);
  return {
    ...untried,
    status: webhookDeliveryStates.next(untried.status, result.outcome === 'success' ? 'succeed' : 'fail'),
    attemptCount: 1,
    attempts: [{ number: 1, trigger: 'test', startedAt: now, ...result }],
  };
}
