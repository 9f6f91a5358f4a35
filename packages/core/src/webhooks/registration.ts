import type { EgressClient } from '../kernel/egress.ts';
import { invalidField } from '../kernel/validation.ts';
import type { WebhookContext } from '../kernel/webhook-events.ts';
import { attemptPolicy } from './delivery.ts';
import {
  changed,
  disabled,
  type EndpointChanges,
  enabled,
  newEndpoint,
  requireKnownTypes,
  type WebhookEndpoint,
} from './endpoint.ts';
import { webhookUrlNotAllowed } from './errors.ts';
import { webhookCreated, webhookDeleted, webhookUpdated } from './events.ts';
import type { WebhookDeliveryRepository, WebhookEndpointRepository } from './ports.ts';
import type { NewWebhook, RegisteringContext, WebhookRegistration } from './registration-port.ts';
import { newSecret } from './secret.ts';
import { keepWebhookTest } from './webhook-test.ts';

/** Throws 400 `webhook.url_not_allowed` unless the URL may be called; use cases call it before their transaction (WHK-5). */
export async function requireWebhookUrl(url: string, egress: EgressClient): Promise<void> {
  if (!(await egress.allows(url, attemptPolicy))) throw webhookUrlNotAllowed();
}

/** `WebhookRegistration` over the repositories of one transaction. */
export const webhookRegistration = (
  endpoints: WebhookEndpointRepository,
  deliveries: WebhookDeliveryRepository,
): WebhookRegistration => ({
  create: (input, context) => createEndpoint(input, context, endpoints),

  async get(id, context) {
    const endpoint = await endpoints.get(id);
    // An endpoint of another context is reported as if it did not exist.
    return context === undefined || endpoint.context === context ? endpoint : endpoints.get(noEndpoint);
  },

  list: (context, after, limit) => endpoints.list(context, after, limit),

  change: (endpoint, changes, context) =>
    changeEndpoint(endpoint, changes, context, { endpoints, deliveries }),

  keepTest: (delivery, context) => keepWebhookTest(delivery, context, deliveries),

  async remove({ id, version, url }, { now, entitlements, emit }) {
    await deliveries.cancelWaiting(id, now);
    if (await endpoints.remove(id)) {
      await entitlements.release('webhook_endpoints');
      emit(webhookDeleted, { endpointId: id, version, url });
    }
    return { webhookId: id, deletedAt: now };
  },
});

async function createEndpoint(
  input: NewWebhook,
  { now, user, random, keyRing, newId, entitlements, emit }: RegisteringContext,
  endpoints: WebhookEndpointRepository,
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  requireTypesAndLabels(input.context, input);
  entitlements.requireFeature('webhooks');
  await entitlements.take('webhook_endpoints');
  const id = newId();
  const { secret, prefix, sealed } = newSecret(id, random, keyRing);
  const endpoint = newEndpoint(input, { id, createdByUserId: user.userId, prefix, sealed }, now);
  await endpoints.add(endpoint);
  emit(webhookCreated, {
    endpointId: id,
    version: 1,
    context: input.context,
    eventTypes: [...input.eventTypes],
    allowedLabels: [...input.allowedLabels],
    url: input.url,
  });
  return { endpoint, secret };
}

async function changeEndpoint(
  endpoint: WebhookEndpoint,
  { active, ...changes }: EndpointChanges & { readonly active?: boolean },
  { now, entitlements, emit }: Pick<RegisteringContext, 'now' | 'entitlements' | 'emit'>,
  repositories: Readonly<{ endpoints: WebhookEndpointRepository; deliveries: WebhookDeliveryRepository }>,
): Promise<WebhookEndpoint> {
  requireTypesAndLabels(endpoint.context, changes);
  const { after: edited, fields } = changed(endpoint, changes, now);
  const isOn = endpoint.status === 'active';
  const switches = active !== undefined && (active ? !isOn : endpoint.status !== 'disabled');
  if (fields.length === 0 && !switches) return endpoint;
  if (switches && active) {
    entitlements.requireFeature('webhooks');
    // Takes none, but refuses if a smaller plan has left more endpoints than it allows.
    await entitlements.take('webhook_endpoints', 0);
  }

  const after = switches ? (active ? enabled(edited, now) : disabled(edited, now)) : edited;
  const saved = await repositories.endpoints.save(after, endpoint.status);
  if (switches && !active) await repositories.deliveries.cancelWaiting(endpoint.id, now);
  emit(webhookUpdated, {
    endpointId: endpoint.id,
    version: saved.version,
    changed: switches ? [...fields, 'status'] : fields,
    statusBefore: endpoint.status,
    statusAfter: saved.status,
    url: fields.includes('url') ? saved.url : null,
  });
  return saved;
}

const noEndpoint = '00000000-0000-7000-8000-000000000000';

function requireTypesAndLabels(
  context: WebhookContext,
  { eventTypes = [], allowedLabels = [] }: Pick<EndpointChanges, 'eventTypes' | 'allowedLabels'>,
): void {
  requireKnownTypes(context, eventTypes);
  if (context !== 'records' && allowedLabels.length > 0)
    throw invalidField(
      '/allowedLabels',
      'webhook.labels_not_applicable',
      'Leave this empty: only webhooks of records have labels.',
    );
}
