import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import { webhookContexts } from '../kernel/webhook-events.ts';
import {
  attemptOutcomes,
  attemptTriggers,
  payloadOf,
  type WebhookDeliveryDetail,
  webhookDeliveryStates,
} from './delivery.ts';
import { type WebhookEndpoint, webhookEndpointStates } from './endpoint.ts';

export const WebhookEndpointView = z
  .object({
    id: shown.id(),
    context: z.enum(webhookContexts).describe('The context whose events it receives.'),
    url: z.string().nullable().describe('Null: nothing is sent, and the deliveries wait to be read.'),
    description: z.string().nullable(),
    eventTypes: z.array(z.string()).describe('The event types that it receives; * means all of its context.'),
    allowedLabels: z.array(z.string()).describe('Labels beyond confidential whose events it may receive.'),
    status: z
      .enum(webhookEndpointStates.states)
      .describe(
        'An endpoint is auto_disabled if the service switched it off, after a long run of failures or because of an answer 410.',
      ),
    secretPrefix: z.string().describe('The leading characters of the secret, to recognise it by.'),
    previousSecretExpiresAt: shown
      .instant()
      .nullable()
      .describe('Until when the secret from before the last rotation signs as well.'),
    failingSince: shown.instant().nullable().describe('Since when no delivery has succeeded.'),
    consecutiveFailures: z.int(),
    lastSuccessAt: shown.instant().nullable(),
    disabledReason: z.string().nullable().describe('failing or gone, if the service switched it off.'),
    createdByUserId: z.string(),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'WebhookEndpoint' });

/** Leaves out the secrets, and shows the end of an overlap only while it lies ahead. */
export const webhookEndpointView = (endpoint: WebhookEndpoint, now: Instant) => ({
  ...endpoint,
  eventTypes: [...endpoint.eventTypes],
  allowedLabels: [...endpoint.allowedLabels],
  previousSecretExpiresAt:
    (endpoint.previousSecretExpiresAt ?? '') > now ? endpoint.previousSecretExpiresAt : null,
});

const deliveryFields = {
  id: shown.id().describe('The id, which is also the header webhook-id of every attempt.'),
  endpointId: shown.id(),
  eventType: z.string(),
  status: z.enum(webhookDeliveryStates.states),
  attemptCount: z.int(),
  nextAttemptAt: shown.instant().nullable(),
  isTest: z.boolean(),
  orderingKey: z.string().describe('The thing whose events the sequence numbers.'),
  sequence: z.int().describe('Rises with each event of one ordering key.'),
  createdAt: shown.instant(),
};

export const WebhookDeliveryView = z.object(deliveryFields).meta({ id: 'WebhookDelivery' });

export const WebhookDeliveryDetailView = z
  .object({
    ...deliveryFields,
    payload: z
      .object({
        type: z.string(),
        timestamp: shown.instant(),
        workspaceId: z.string(),
        data: z.record(z.string(), z.unknown()),
        sequence: z.int(),
      })
      .describe('The body that is sent at every attempt.'),
    attempts: z
      .array(
        z.object({
          number: z.int(),
          trigger: z.enum(attemptTriggers),
          startedAt: shown.instant(),
          durationMs: z.int(),
          outcome: z.enum(attemptOutcomes),
          responseStatus: z.int().nullable(),
          responseExcerpt: z.string().nullable(),
        }),
      )
      .describe('The last thirty attempts, oldest first.'),
  })
  .meta({ id: 'WebhookDeliveryDetail' });

export const webhookDeliveryDetailView = (delivery: WebhookDeliveryDetail) => ({
  ...delivery,
  attempts: [...delivery.attempts],
  payload: payloadOf(delivery),
});
