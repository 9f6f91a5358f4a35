import type { EgressClient } from '../kernel/egress.ts';
import { invalidField } from '../kernel/validation.ts';
import type { WebhookContext } from '../kernel/webhook-events.ts';
import { attemptPolicy } from './delivery.ts';
import {
  changed,
  disabled,
  type EndpointChanges,
  enabled,
  requireKnownTypes,
  type WebhookEndpoint,
  webhookEndpointStates,
} from './endpoint.ts';
import { webhookUrlNotAllowed } from './errors.ts';
import { webhookCreated, webhookDeleted, webhookUpdated } from './events.ts';
import type { WebhookDeliveryRepository, WebhookEndpointRepository } from './ports.ts';
import type { WebhookRegistration } from './registration-port.ts';
import { newSecret } from './secret.ts';

/** Before the transaction of a row that takes a URL: 400 `webhook.url_not_allowed` unless it may be called (WHK-5). */
export async function requireWebhookUrl(url: string, egress: EgressClient): Promise<void> {
  if (!(await egress.allows(url, attemptPolicy))) throw webhookUrlNotAllowed();
}

/** The registration over the repositories of one unit. */
export function webhookRegistration(
  endpoints: WebhookEndpointRepository,
  deliveries: WebhookDeliveryRepository,
): WebhookRegistration {
  return {
    async create(wanted, { now, user, random, keyRing, newId, entitlements, emit }) {
      requireTypesAndLabels(wanted.context, wanted);
      entitlements.requireFeature('webhooks');
      await entitlements.take('webhook_endpoints');
      const id = newId();
      const { secret, prefix, sealed } = newSecret(id, random, keyRing);
      const endpoint: WebhookEndpoint = {
        id,
        ...wanted,
        status: webhookEndpointStates.begin('active'),
        secretPrefix: prefix,
        secretSealed: sealed,
        previousSecretSealed: null,
        previousSecretExpiresAt: null,
        failingSince: null,
        consecutiveFailures: 0,
        lastSuccessAt: null,
        disabledReason: null,
        createdByUserId: user.userId,
        createdAt: now,
        updatedAt: now,
        version: 1,
      };
      await endpoints.add(endpoint);
      emit(webhookCreated, {
        endpointId: id,
        version: 1,
        context: wanted.context,
        eventTypes: [...wanted.eventTypes],
        allowedLabels: [...wanted.allowedLabels],
        url: wanted.url,
      });
      return { endpoint, secret };
    },

    async get(id, context) {
      const endpoint = await endpoints.get(id);
      // Of another context it is as if it were not there.
      return context === undefined || endpoint.context === context ? endpoint : endpoints.get(noEndpoint);
    },

    list: (context, after, limit) => endpoints.list(context, after, limit),

    async change(endpoint, { active, ...changes }, { now, entitlements, emit }) {
      requireTypesAndLabels(endpoint.context, changes);
      const { after: edited, fields } = changed(endpoint, changes, now);
      const isOn = endpoint.status === 'active';
      const switches = active !== undefined && (active ? !isOn : endpoint.status !== 'disabled');
      if (fields.length === 0 && !switches) return endpoint;
      if (switches && active) {
        entitlements.requireFeature('webhooks');
        // Takes none: refuses where a smaller plan has left more endpoints than it allows.
        await entitlements.take('webhook_endpoints', 0);
      }

      const after = switches ? (active ? enabled(edited, now) : disabled(edited, now)) : edited;
      const saved = await endpoints.save(after, endpoint.status);
      if (switches && !active) await deliveries.cancelWaiting(endpoint.id, now);
      emit(webhookUpdated, {
        endpointId: endpoint.id,
        version: saved.version,
        changed: switches ? [...fields, 'status'] : fields,
        statusBefore: endpoint.status,
        statusAfter: saved.status,
        url: fields.includes('url') ? saved.url : null,
      });
      return saved;
    },

    async remove({ id, version, url }, { now, entitlements, emit }) {
      await deliveries.cancelWaiting(id, now);
      if (await endpoints.remove(id)) {
        await entitlements.release('webhook_endpoints');
        emit(webhookDeleted, { endpointId: id, version, url });
      }
      return { webhookId: id, deletedAt: now };
    },
  };
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
