import type { EgressClient, EgressOutcome } from '../kernel/egress.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { KeyRing } from '../kernel/ports.ts';
import type { Instant } from '../kernel/time.ts';
import { webhookTestType, webhookTypes } from '../kernel/webhook-events.ts';
import { sendAttempt } from './attempt.ts';
import { bodyOf, resultOf, type WebhookDeliveryDetail, webhookDeliveryStates } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { webhookEventUnknown } from './errors.ts';
import { webhookTested } from './events.ts';
import type { WebhookDeliveryRepository } from './ports.ts';
import type { WebhookSigner } from './webhook-signer.ts';

interface Trying {
  readonly egress: EgressClient;
  readonly webhookSigner: WebhookSigner;
  readonly keyRing: KeyRing;
  readonly now: Instant;
  readonly workspaceId: string;
  newId(): string;
}

/** How often the endpoints of one network are tested. */
export const webhookTestThrottle = { bucket: 'webhook_test', limit: 10, windowSeconds: 60 } as const;

/**
 * Makes the one attempt of a test, in no transaction; the endpoint may be switched off. Without an address the delivery waits
 * to be read.
 */
export async function triedWebhook(
  endpoint: WebhookEndpoint,
  context: Trying,
  eventType: string = webhookTestType,
): Promise<WebhookDeliveryDetail> {
  const { egress, webhookSigner, keyRing, newId, now, workspaceId } = context;
  const { id: endpointId, url } = endpoint;
  const known = webhookTypes(endpoint.context);
  if (!known.includes(eventType)) throw webhookEventUnknown('/eventType', known);
  const untried: WebhookDeliveryDetail = {
    id: newId(),
    endpointId,
    eventType,
    status: webhookDeliveryStates.begin(url === null ? 'pending' : 'delivering'),
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
  if (url === null) return untried;
  const sending = { ...endpoint, url, endpointId, deliveryId: untried.id, body: bodyOf(untried) };
  return attempted(untried, await sendAttempt(sending, { egress, webhookSigner, keyRing, now }), now);
}

/** Keeps what a test has come to; the status of the endpoint is not touched. */
export async function keepWebhookTest(
  delivery: WebhookDeliveryDetail,
  { emit }: Pick<WritingContext, 'emit'>,
  deliveries: Pick<WebhookDeliveryRepository, 'addTest'>,
): Promise<void> {
  await deliveries.addTest(delivery);
  emit(webhookTested, {
    endpointId: delivery.endpointId,
    deliveryId: delivery.id,
    outcome: delivery.attempts[0]?.outcome ?? 'not_sent',
  });
}

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
