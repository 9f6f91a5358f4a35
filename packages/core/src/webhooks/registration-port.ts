import type { WritingContext } from '../kernel/handler-context.ts';
import type { Instant } from '../kernel/time.ts';
import type { WebhookContext } from '../kernel/webhook-events.ts';
import type { WebhookDeliveryDetail } from './delivery.ts';
import type { EndpointChanges, WebhookEndpoint } from './endpoint.ts';

export interface NewWebhook {
  readonly context: WebhookContext;
  /** `requireWebhookUrl` has accepted it before the transaction. Null: deliveries are read and not sent. */
  readonly url: string | null;
  readonly eventTypes: readonly string[];
  readonly description: string | null;
  /** For the context `records` only; that context decides whether the caller is cleared for these labels. */
  readonly allowedLabels: readonly string[];
}

export type RegisteringContext = Pick<
  WritingContext,
  'now' | 'user' | 'random' | 'keyRing' | 'newId' | 'entitlements' | 'emit'
>;

/**
 * Lets the contexts that own event types manage webhooks: their API endpoints and those of the workspace act on the same
 * webhooks, and answer alike. A context declares it among the ports that it asks for.
 */
export interface WebhookRegistration {
  /**
   * A new active endpoint and its secret, shown here only. Throws 400 `webhook.event_unknown`,
   * `plan.feature_not_included` or `plan.limit_reached`.
   */
  create(
    input: NewWebhook,
    context: RegisteringContext,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }>;
  /** The endpoint, or `webhook.not_found`; with `context`, also if it belongs to another context. */
  get(id: string, context?: WebhookContext): Promise<WebhookEndpoint>;
  list(
    context: WebhookContext,
    after: readonly string[] | null,
    limit: number,
  ): Promise<readonly WebhookEndpoint[]>;
  /** Changes fields, and switches the endpoint on or off; enabling it needs the plan's feature. */
  change(
    endpoint: WebhookEndpoint,
    changes: EndpointChanges & { readonly active?: boolean },
    context: Pick<WritingContext, 'now' | 'entitlements' | 'emit'>,
  ): Promise<WebhookEndpoint>;
  /** Keeps the delivery of a test that was made by `triedWebhook`. */
  keepTest(delivery: WebhookDeliveryDetail, context: Pick<WritingContext, 'emit'>): Promise<void>;
  /** Deletes endpoint and secret at once; the deliveries stay for 30 days. */
  remove(
    endpoint: WebhookEndpoint,
    context: Pick<WritingContext, 'now' | 'entitlements' | 'emit'>,
  ): Promise<{ readonly webhookId: string; readonly deletedAt: Instant }>;
}
