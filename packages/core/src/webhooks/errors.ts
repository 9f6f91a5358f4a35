import { failure } from '../kernel/errors.ts';
import { invalidField } from '../kernel/validation.ts';

export const webhookNotFound = failure(
  'webhook.not_found',
  'not_found',
  'There is no such webhook endpoint in this workspace.',
);

export const webhookDeliveryNotFound = failure(
  'webhook.delivery_not_found',
  'not_found',
  'There is no such delivery in this workspace; deliveries are kept for 30 days.',
);

export const webhookNotActive = failure(
  'webhook.not_active',
  'conflict',
  'The endpoint is switched off or deleted; enable it first.',
);

export const webhookDeliveryInvalidState = failure(
  'webhook.delivery_invalid_state',
  'conflict',
  'Only a delivery that failed or was cancelled can be sent again.',
);

/** A fault in one field of a request: the answer is 400 with this code in its details. */
export const webhookUrlNotAllowed = () =>
  invalidField(
    '/url',
    'webhook.url_not_allowed',
    'Give a public https address without credentials, on port 443 or from 1024 on.',
  );

export const webhookHasNoUrl = () =>
  invalidField(
    '/url',
    'webhook.url_not_allowed',
    'This endpoint has no address: its deliveries are read and not sent. Register another one.',
  );

export const webhookEventUnknown = (path: string, known: readonly string[]) =>
  invalidField(path, 'webhook.event_unknown', `Name an event type of this endpoint: ${known.join(', ')}.`);
