import type { Instant } from '../kernel/time.ts';
import type { WritingContext } from '../kernel/use-case.ts';
import type { WebhookContext } from '../kernel/webhook-events.ts';
import type { EndpointChanges, WebhookEndpoint } from './endpoint.ts';

export interface NewWebhook {
  readonly context: WebhookContext;
  /** Passed by `requireWebhookUrl` before the transaction. */
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly description: string | null;
  /** Context `records` only. That the caller is cleared for them is the caller's context's to decide. */
  readonly allowedLabels: readonly string[];
}

export type RegisteringContext = Pick<
  WritingContext,
  'now' | 'user' | 'random' | 'keyRing' | 'newId' | 'entitlements' | 'emit'
>;

/**
 * What the contexts that own event types do with endpoints: their rows and those of the workspace act on the same
 * endpoints, and answer alike. Bound by the host; a context declares it among its ports.
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
  /** The endpoint, or `webhook.not_found`; with `context`, also where it is of another. */
  get(id: string, context?: WebhookContext): Promise<WebhookEndpoint>;
  list(
    context: WebhookContext,
    after: readonly string[] | null,
    limit: number,
  ): Promise<readonly WebhookEndpoint[]>;
  /** Changes fields, and switches on or off; enabling needs the plan's feature. */
  change(
    endpoint: WebhookEndpoint,
    changes: EndpointChanges & { readonly active?: boolean },
    context: Pick<WritingContext, 'now' | 'entitlements' | 'emit'>,
  ): Promise<WebhookEndpoint>;
  /** Endpoint and secret are gone at once; its deliveries stay for 30 days. */
  remove(
    endpoint: WebhookEndpoint,
    context: Pick<WritingContext, 'now' | 'entitlements' | 'emit'>,
  ): Promise<{ readonly webhookId: string; readonly deletedAt: Instant }>;
}
