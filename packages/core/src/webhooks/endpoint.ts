import { machine } from '../kernel/machine.ts';
import { sameJson } from '../kernel/same-json.ts';
import { type Instant, plusSeconds } from '../kernel/time.ts';
import { type WebhookContext, webhookTypes } from '../kernel/webhook-events.ts';
import { webhookEventUnknown, webhookNotActive } from './errors.ts';
import type { SealedSecret } from './secret.ts';

/** The life of an endpoint (platform 3.10). Deletion is not a state, since it removes the row with its secrets. */
export const webhookEndpointStates = machine(webhookNotActive, ['active'], {
  active: { disable: 'disabled', auto_disable: 'auto_disabled' },
  disabled: { enable: 'active' },
  // By the service (WHK-9); an owner can still decide that it stays off.
  auto_disabled: { enable: 'active', disable: 'disabled' },
});
export type WebhookEndpointStatus = (typeof webhookEndpointStates.states)[number];

/** Why the service switched an endpoint off: nothing arrived for 120 hours, or the receiver answered 410. */
export const autoDisableReasons = ['failing', 'gone'] as const;
export type AutoDisableReason = (typeof autoDisableReasons)[number];

/** A registered URL. What deliveries show about it (`failingSince` and so on) changes without a new version. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly context: WebhookContext;
  /** Null: nothing is sent, and deliveries wait until somebody reads them. */
  readonly url: string | null;
  readonly description: string | null;
  /** A `*`, alone or among others, means all types of the context. */
  readonly eventTypes: readonly string[];
  readonly allowedLabels: readonly string[];
  readonly status: WebhookEndpointStatus;
  /** The first ten characters of the current secret. */
  readonly secretPrefix: string;
  readonly secretSealed: SealedSecret;
  readonly previousSecretSealed: SealedSecret | null;
  readonly previousSecretExpiresAt: Instant | null;
  /** The start of the current run of failures; null while deliveries succeed. */
  readonly failingSince: Instant | null;
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Instant | null;
  readonly disabledReason: string | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** The endpoint as it is registered: active, and without any delivery yet. */
export const newEndpoint = (
  input: Pick<WebhookEndpoint, 'context' | 'url' | 'eventTypes' | 'description' | 'allowedLabels'>,
  {
    id,
    createdByUserId,
    prefix,
    sealed,
  }: Pick<WebhookEndpoint, 'id' | 'createdByUserId'> & {
    readonly prefix: string;
    readonly sealed: SealedSecret;
  },
  at: Instant,
): WebhookEndpoint => ({
  id,
  ...input,
  status: webhookEndpointStates.begin('active'),
  secretPrefix: prefix,
  secretSealed: sealed,
  previousSecretSealed: null,
  previousSecretExpiresAt: null,
  failingSince: null,
  consecutiveFailures: 0,
  lastSuccessAt: null,
  disabledReason: null,
  createdByUserId,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

export type EndpointChanges = Partial<
  Pick<WebhookEndpoint, 'url' | 'description' | 'eventTypes' | 'allowedLabels'>
>;

/** The endpoint after the changes, and which fields differ. */
export function changed(endpoint: WebhookEndpoint, changes: EndpointChanges, at: Instant) {
  const fields = (['url', 'description', 'eventTypes', 'allowedLabels'] as const).filter(
    (field) => changes[field] !== undefined && !sameJson(changes[field], endpoint[field]),
  );
  return { after: { ...endpoint, ...changes, updatedAt: at }, fields };
}

/** The endpoint switched on again, which ends its run of failures. */
export const enabled = (endpoint: WebhookEndpoint, at: Instant): WebhookEndpoint => ({
  ...endpoint,
  status: webhookEndpointStates.next(endpoint.status, 'enable'),
  failingSince: null,
  consecutiveFailures: 0,
  disabledReason: null,
  updatedAt: at,
});

export const disabled = (endpoint: WebhookEndpoint, at: Instant): WebhookEndpoint => ({
  ...endpoint,
  status: webhookEndpointStates.next(endpoint.status, 'disable'),
  disabledReason: null,
  updatedAt: at,
});

/** The fresh secret signs; the one before it signs as well until the overlap ends, and older ones no longer do (WHK-7). */
export function rotated(
  endpoint: WebhookEndpoint,
  fresh: { readonly sealed: SealedSecret; readonly prefix: string },
  overlapSeconds: number,
  at: Instant,
): WebhookEndpoint & { readonly previousSecretExpiresAt: Instant } {
  return {
    ...endpoint,
    secretSealed: fresh.sealed,
    secretPrefix: fresh.prefix,
    previousSecretSealed: overlapSeconds === 0 ? null : endpoint.secretSealed,
    previousSecretExpiresAt: plusSeconds(at, overlapSeconds),
    updatedAt: at,
  };
}

/** Refuses a type that is neither one of the context's nor `*` (WHK-13). */
export function requireKnownTypes(context: WebhookContext, eventTypes: readonly string[]): void {
  const known = ['*', ...webhookTypes(context)];
  const unknown = eventTypes.findIndex((type) => !known.includes(type));
  if (unknown >= 0) throw webhookEventUnknown(`/eventTypes/${unknown}`, known);
}

/** Throws `webhook.not_active` unless the endpoint is `active`. */
export const requireActive = ({ status }: Pick<WebhookEndpoint, 'status'>): void => {
  if (status !== 'active') throw webhookNotActive();
};
