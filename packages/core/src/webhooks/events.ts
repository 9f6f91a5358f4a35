import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id, instant, userId, version } from '../kernel/shapes.ts';
import { webhookContexts } from '../kernel/webhook-events.ts';
import { autoDisableReasons } from './endpoint.ts';

const target = ({ endpointId, version }: { endpointId: string; version?: number }) => ({
  kind: 'webhook',
  id: endpointId,
  version: version ?? null,
});

export const webhookCreated = event(
  'webhook.created',
  z.strictObject({
    endpointId: id(),
    version: version(),
    context: z.enum(webhookContexts),
    eventTypes: z.array(z.string()),
    allowedLabels: z.array(z.string()),
    url: z.string().nullable(),
  }),
  {
    target,
    facts: ({ context, eventTypes, allowedLabels }) => ({ context, eventTypes, allowedLabels }),
    detail: ({ url }) => (url === null ? null : { url }),
  },
);

export const webhookUpdated = event(
  'webhook.updated',
  z.strictObject({
    endpointId: id(),
    version: version(),
    changed: z.array(z.enum(['url', 'description', 'eventTypes', 'allowedLabels', 'status'])),
    statusBefore: z.string(),
    statusAfter: z.string(),
    url: z.string().nullable(),
  }),
  {
    target,
    facts: ({ changed, statusBefore, statusAfter }) => ({ changed, from: statusBefore, to: statusAfter }),
    detail: ({ url }) => (url === null ? null : { url }),
  },
);

export const webhookSecretRotated = event(
  'webhook.secret_rotated',
  z.strictObject({
    endpointId: id(),
    version: version(),
    secretPrefix: z.string(),
    previousSecretExpiresAt: instant(),
  }),
  {
    target,
    facts: ({ secretPrefix, previousSecretExpiresAt }) => ({ secretPrefix, previousSecretExpiresAt }),
  },
);

export const webhookTested = event(
  'webhook.tested',
  z.strictObject({ endpointId: id(), deliveryId: id(), outcome: z.string() }),
  { target, facts: ({ deliveryId, outcome }) => ({ deliveryId, outcome }) },
);

export const webhookRecovered = event(
  'webhook.recovered',
  z.strictObject({ endpointId: id(), since: instant(), until: instant(), queued: z.int() }),
  { target, facts: ({ since, until, queued }) => ({ since, until, queued }) },
);

export const webhookDeleted = event(
  'webhook.deleted',
  z.strictObject({ endpointId: id(), version: version(), url: z.string().nullable() }),
  { target, detail: ({ url }) => (url === null ? null : { url }) },
);

export const webhookAutoDisabled = event(
  'webhook.auto_disabled',
  z.strictObject({ endpointId: id(), reason: z.enum(autoDisableReasons) }),
  { target, facts: ({ reason }) => ({ reason }) },
);

/** An attempt is due. `run` counts how often the delivery was requested; the job of an earlier run does nothing. */
export const webhookDeliveryDue = event(
  'webhook.delivery_due',
  z.strictObject({ deliveryId: id(), endpointId: id(), run: z.int().min(1) }),
  null,
);

/** The endpoint has been failing for so long that somebody must be notified, or the endpoint switched off. */
export const webhookCareDue = event('webhook.care_due', z.strictObject({ endpointId: id() }), null);

/** One for each person to notify, so that the mail to one never waits for that to another. */
export const webhookFailingNotice = event(
  'webhook.failing_notice',
  z.strictObject({ endpointId: id(), personId: userId(), failingSince: instant() }),
  null,
);

export const webhookDisabledNotice = event(
  'webhook.disabled_notice',
  z.strictObject({ endpointId: id(), personId: userId(), reason: z.enum(autoDisableReasons), at: instant() }),
  null,
);
