import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { EgressClient } from '../kernel/egress.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { CursorKey } from '../kernel/pages.ts';
import type { Throttle } from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { WebhookContext } from '../kernel/webhook-events.ts';
import type { WrittenRows } from '../kernel/written-rows.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type {
  AttemptTrigger,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryStatus,
} from './delivery.ts';
import type { AutoDisableReason, WebhookEndpoint } from './endpoint.ts';
import type { WebhookRegistration } from './registration-port.ts';
import type { Secrets } from './secret.ts';
import type { WebhookSigner } from './webhook-signer.ts';

/** Endpoints of the workspace that the transaction has entered. */
export interface WebhookEndpointRepository {
  add(endpoint: WebhookEndpoint): Promise<void>;
  /** Removes all endpoints with their deliveries, for the closure of the workspace. */
  removeAll(): Promise<void>;
  /** The endpoint, or `webhook.not_found`. */
  get(id: string): Promise<WebhookEndpoint>;
  /** The endpoint, or null if there is none. */
  find(id: string): Promise<WebhookEndpoint | null>;
  /**
   * Stores the endpoint as the version after `endpoint.version`, or throws `version_conflict`. What deliveries show
   * about it is written only if its status changes, so that nothing that arrives meanwhile is lost.
   */
  save(endpoint: WebhookEndpoint, statusBefore: WebhookEndpoint['status']): Promise<WebhookEndpoint>;
  /** Removes the endpoint but not its deliveries; false if it was gone already. */
  remove(id: string): Promise<boolean>;
  /** The ids of all endpoints of the workspace. */
  ids(): Promise<readonly string[]>;
  /** Newest first, after the cursor key [createdAt, id]; `limit + 1` rows mean that there are more. */
  list(
    context: WebhookContext | null,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly WebhookEndpoint[]>;
  /** Ends the run of failures after a scheduled attempt succeeded. Within a second of the last success it writes nothing. */
  noteSuccess(id: string, at: Instant): Promise<void>;
  /** Counts one more failed attempt of the schedule; the first one dates the run of failures. */
  noteFailure(id: string, at: Instant): Promise<void>;
  /** Switches an active endpoint off; false if it is not active (any more). */
  autoDisable(id: string, reason: AutoDisableReason, at: Instant): Promise<boolean>;
  /** The start of a run of failures of which nobody was notified yet, else null. The call records that people are notified now. */
  takeNotice(id: string, failingSinceBefore: Instant, at: Instant): Promise<Instant | null>;
  /** The active endpoints of all workspaces that have been failing since before this time. */
  failingSinceBefore(
    at: Instant,
  ): Promise<readonly { readonly workspaceId: string; readonly endpointId: string }[]>;
}

export interface DeliveryFilter {
  readonly endpointId: string | null;
  readonly status: WebhookDeliveryStatus | null;
  readonly eventType: string | null;
  /** The earliest time of creation, inclusive. */
  readonly from: Instant | null;
  /** The latest time of creation, exclusive. */
  readonly to: Instant | null;
}

/** A delivery whose attempt begins, with everything that the attempt needs. */
export interface DueDelivery extends WebhookDeliveryDetail, Secrets {
  readonly trigger: AttemptTrigger;
  /** How many attempts of this run were made. */
  readonly runAttempts: number;
  readonly url: string;
}

/** Deliveries of the workspace that the transaction has entered. */
export interface WebhookDeliveryRepository {
  /** Stores the delivery of a test, which has no job. */
  addTest(delivery: WebhookDeliveryDetail): Promise<void>;
  /** The delivery, or `webhook.delivery_not_found`. */
  get(id: string): Promise<WebhookDeliveryDetail>;
  /** Newest first, after the cursor key [id]. */
  list(filter: DeliveryFilter, after: CursorKey | null, limit: number): Promise<WrittenRows<WebhookDelivery>>;
  /**
   * Moves the delivery to `delivering`. Returns null if there is nothing to do: another run, a final state, an endpoint
   * without an address, or one that is not active, whose delivery becomes `cancelled`. Returns `notBefore` if it is not due yet.
   */
  begin(id: string, run: number, now: Instant): Promise<DueDelivery | { readonly notBefore: Instant } | null>;
  /**
   * Adds the attempt and moves the delivery on; false if another worker has recorded this attempt. A delivery that would
   * be tried again is cancelled if the endpoint was switched off meanwhile.
   */
  record(
    id: string,
    attempt: WebhookAttempt,
    after: { readonly status: WebhookDeliveryStatus; readonly nextAttemptAt: Instant | null },
  ): Promise<boolean>;
  /** Cancels the waiting deliveries of the endpoint, with their jobs. */
  cancelWaiting(endpointId: string, at: Instant): Promise<void>;
  /** Makes a `failed` or `cancelled` delivery `pending` for one manual attempt, or throws `webhook.delivery_invalid_state`. */
  redeliver(id: string): Promise<{ readonly delivery: WebhookDelivery; readonly run: number }>;
  /** Makes every delivery of [since, until) `pending` that has neither succeeded nor is on its way; oldest first. */
  recover(
    endpointId: string,
    since: Instant,
    until: Instant,
    at: Instant,
  ): Promise<readonly { readonly deliveryId: string; readonly run: number }[]>;
}

/** Housekeeping over all workspaces. */
export interface WebhookSweep {
  /** Deletes up to `most` deliveries from before this time; returns how many. */
  prune(before: Instant, most: number): Promise<number>;
}

export const ports = contextPorts({
  repositories: {
    webhookSweep: port<WebhookSweep>(),
    webhookEndpoints: port<WebhookEndpointRepository>(),
    webhookDeliveries: port<WebhookDeliveryRepository>(),
  },
  asks: {
    webhookRegistration: port<WebhookRegistration>(),
    memberDirectory: port<MemberDirectory>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
  },
  outside: {
    egress: port<EgressClient>(),
    webhookSigner: port<WebhookSigner>(),
    throttle: port<Throttle>(),
  },
});
export type WebhooksPorts = PortsInside<typeof ports>;
export type WebhooksPreparing = PreparingContext<typeof ports>;
export type WebhooksReacting = ReactingContext<typeof ports>;

export const { query, command, action, reaction, scheduled } = useCasesOf(ports);
