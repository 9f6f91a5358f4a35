import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { EgressClient } from '../kernel/egress.ts';
import type { CursorKey } from '../kernel/pages.ts';
import type { Throttle } from '../kernel/ports.ts';
import type { Instant } from '../kernel/time.ts';
import { type PreparingContext, type ReactingContext, useCasesOf } from '../kernel/use-case.ts';
import type { WebhookContext } from '../kernel/webhook-events.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type {
  AttemptTrigger,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryStatus,
} from './delivery.ts';
import type { GiveUpReason, WebhookEndpoint } from './endpoint.ts';
import type { WebhookRegistration } from './registration-port.ts';
import type { Secrets } from './secret.ts';
import type { WebhookSigner } from './webhook-signer.ts';

/** Endpoints of the workspace of this unit. */
export interface WebhookEndpointRepository {
  add(endpoint: WebhookEndpoint): Promise<void>;
  /** All endpoints with their deliveries, for the closure of the workspace. */
  removeAll(): Promise<void>;
  /** The endpoint, or `webhook.not_found`. */
  get(id: string): Promise<WebhookEndpoint>;
  /** The same, null where there is none. */
  find(id: string): Promise<WebhookEndpoint | null>;
  /**
   * Stores the endpoint as the version after `endpoint.version`, or throws `version_conflict`. What deliveries tell
   * about it is written only where its status changes, so that nothing that arrives meanwhile is lost.
   */
  save(endpoint: WebhookEndpoint, statusBefore: WebhookEndpoint['status']): Promise<WebhookEndpoint>;
  /** False when it was gone already. Its deliveries stay. */
  remove(id: string): Promise<boolean>;
  /** Of all endpoints of the workspace. */
  ids(): Promise<readonly string[]>;
  /** Newest first, after the cursor key [createdAt, id]; `limit + 1` rows tell that there is more. */
  list(
    context: WebhookContext | null,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly WebhookEndpoint[]>;
  /** An attempt of the schedule arrived: the run of failures is over. Within a second of the last success it writes nothing. */
  noteSuccess(id: string, at: Instant): Promise<void>;
  /** One more failed attempt of the schedule; the first of a run dates it. */
  noteFailure(id: string, at: Instant): Promise<void>;
  /** Switches an active endpoint off; false where it is not active (any more). */
  giveUp(id: string, reason: GiveUpReason, at: Instant): Promise<boolean>;
  /** The start of the run of failures that nobody was told of yet, which this call marks as told; else null. */
  takeNotice(id: string, failingSinceBefore: Instant, at: Instant): Promise<Instant | null>;
  /** Of all workspaces: active endpoints that have been failing since before this. */
  failingSinceBefore(
    at: Instant,
  ): Promise<readonly { readonly workspaceId: string; readonly endpointId: string }[]>;
}

export interface DeliveryFilter {
  readonly endpointId: string | null;
  readonly status: WebhookDeliveryStatus | null;
  readonly eventType: string | null;
  /** Inclusive; of the creation. */
  readonly from: Instant | null;
  /** Exclusive. */
  readonly to: Instant | null;
}

/** A delivery whose attempt begins, with all that it takes. */
export interface DueDelivery extends WebhookDeliveryDetail, Secrets {
  readonly trigger: AttemptTrigger;
  /** Attempts of this run that were made. */
  readonly runAttempts: number;
  readonly url: string;
}

/** Deliveries of the workspace of this unit. */
export interface WebhookDeliveryRepository {
  /** A test, which no job works. */
  addTest(delivery: WebhookDeliveryDetail): Promise<void>;
  /** The delivery, or `webhook.delivery_not_found`. */
  get(id: string): Promise<WebhookDeliveryDetail>;
  /** Newest first, after the cursor key [id]; `limit + 1` rows tell that there is more. */
  list(filter: DeliveryFilter, after: CursorKey | null, limit: number): Promise<readonly WebhookDelivery[]>;
  /**
   * Takes the delivery into `delivering`; null where there is nothing to do: another run, a final state, or an endpoint
   * that is not active, whose delivery becomes `cancelled`. Not yet due: when it is.
   */
  begin(id: string, run: number, now: Instant): Promise<DueDelivery | { readonly notBefore: Instant } | null>;
  /**
   * Adds the attempt and moves the delivery on; false where another worker has recorded this attempt. What would be
   * tried again is cancelled where the endpoint was switched off meanwhile.
   */
  record(
    id: string,
    attempt: WebhookAttempt,
    after: { readonly status: WebhookDeliveryStatus; readonly nextAttemptAt: Instant | null },
  ): Promise<boolean>;
  /** What waits for the endpoint is cancelled, with its jobs. */
  cancelWaiting(endpointId: string, at: Instant): Promise<void>;
  /** `failed` or `cancelled` becomes `pending` for one attempt by hand; its new run, or `webhook.delivery_invalid_state`. */
  redeliver(id: string): Promise<{ readonly delivery: WebhookDelivery; readonly run: number }>;
  /** Everything of [since, until) that neither succeeded nor is on its way becomes `pending`, oldest first. */
  recover(
    endpointId: string,
    since: Instant,
    until: Instant,
    at: Instant,
  ): Promise<readonly { readonly deliveryId: string; readonly run: number }[]>;
}

/** Housekeeping over all workspaces. */
export interface WebhookSweep {
  /** Takes up to `most` deliveries of before; how many it took. */
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
