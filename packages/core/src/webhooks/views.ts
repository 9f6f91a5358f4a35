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
    id: shown.ownId(),
    context: z.enum(webhookContexts).describe('The context whose events it receives.'),
    url: z
      .string()
      .nullable()
      .describe(
        'The https address that events are sent to; null: nothing is sent, and the deliveries wait to be read.',
      ),
    description: z.string().nullable().describe('What the endpoint is for; null if nobody said.'),
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
      .describe('Until when the secret from before the last rotation signs as well; null if there is none.'),
    failingSince: shown
      .instant()
      .nullable()
      .describe('Since when no delivery has succeeded; null while deliveries succeed.'),
    consecutiveFailures: z.int().describe('How many deliveries in a row have failed.'),
    lastSuccessAt: shown.instant().nullable().describe('When a delivery last succeeded; null if none did.'),
    disabledReason: z
      .string()
      .nullable()
      .describe('failing or gone, if the service switched it off; else null.'),
    createdByUserId: z.string().describe('Who made it.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'WebhookEndpoint', description: 'An address that events are sent to.' });

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
  endpointId: shown.id().describe('The id of the webhook endpoint.'),
  eventType: z.string().describe('The type of the event, such as meeting.created.'),
  status: z.enum(webhookDeliveryStates.states).describe('Where the delivery is in its life.'),
  attemptCount: z.int().describe('How often it was tried.'),
  nextAttemptAt: shown.instant().nullable().describe('When it is tried next; null if it is not.'),
  isTest: z.boolean().describe('True if somebody asked for it to test the endpoint.'),
  orderingKey: z.string().describe('The thing whose events the sequence numbers.'),
  sequence: z.int().describe('Rises with each event of one ordering key.'),
  createdAt: shown.createdAt(),
};

export const WebhookDeliveryView = z
  .object(deliveryFields)
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to a webhook endpoint.' });

export const WebhookDeliveryDetailView = z
  .object({
    ...deliveryFields,
    payload: z
      .object({
        type: z.string().describe('The type of the event, such as meeting.created.'),
        timestamp: shown.instant().describe('When the event happened.'),
        workspaceId: shown.workspaceId(),
        data: z.record(z.string(), z.unknown()).describe('What the event is about.'),
        sequence: z.int().describe('The place of the event in the order of this workspace.'),
      })
      .describe('The body that is sent at every attempt.'),
    attempts: z
      .array(
        z.object({
          number: z.int().describe('The number of the attempt, from 1.'),
          trigger: z.enum(attemptTriggers).describe('What set off the attempt.'),
          startedAt: shown.instant().describe('When the attempt began.'),
          durationMs: z.int().describe('How long it took, in milliseconds.'),
          outcome: z.enum(attemptOutcomes).describe('How the attempt went.'),
          responseStatus: z
            .int()
            .nullable()
            .describe('The HTTP status that the receiver answered with; null without an answer.'),
          responseExcerpt: z
            .string()
            .nullable()
            .describe('The beginning of what the receiver answered; null without an answer.'),
        }),
      )
      .describe('The last thirty attempts, oldest first.'),
  })
  .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with its event and every attempt.' });

export const webhookDeliveryDetailView = (delivery: WebhookDeliveryDetail) => ({
  ...delivery,
  attempts: [...delivery.attempts],
  payload: payloadOf(delivery),
});
