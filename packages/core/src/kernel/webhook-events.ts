import { utf8 } from './crypto.ts';
import type { JobPolicy, NewJob } from './outbox.ts';
import type { Instant } from './time.ts';

/** The contexts that have webhooks: an endpoint is registered for one of them. */
export const webhookContexts = ['workspace', 'records', 'lifecycle'] as const;
export type WebhookContext = (typeof webhookContexts)[number];

/** What a webhook may say: ids and states, never a name, an address or a text that somebody wrote (WHK-1). */
export type WebhookData = Readonly<
  Record<
    string,
    string | number | boolean | null | readonly string[] | Readonly<Record<string, string | number | null>>
  >
>;

/** How an event leaves as a webhook. */
export interface WebhookEntry<D> {
  readonly context: WebhookContext;
  /** Under which type it leaves, where several events leave as one; by default that of the event. */
  readonly type?: string;
  /** Null: nothing leaves, because the event is about something that webhooks do not show. */
  data(data: D): WebhookData | null;
  /**
   * The thing that the event belongs to. Whether it may be shown is decided by how it is at the end of the transaction,
   * and `data` adds to what is said of it.
   */
  readonly subject?: WebhookSubject<D>;
  /** The thing whose events are numbered together; by default the target of the ledger line. */
  orderingKey?(data: D): string;
  /** The body also says which ledger line it is of, as `eventId` and `seq`. */
  readonly namesLedgerLine?: boolean;
}

/** A thing whose state is looked up when its event leaves; `pipeline/webhook-subjects.ts` says how. */
export interface WebhookSubject<D> {
  readonly kind: WebhookSubjectKind;
  id(data: D): string;
}
export type WebhookSubjectKind = 'meeting';

/** The event that a test of an endpoint sends; of every context. */
export const webhookTestType = 'webhook.test';

const declared: Readonly<Record<WebhookContext, Set<string>>> = {
  workspace: new Set(),
  records: new Set(),
  lifecycle: new Set(),
};

/** Called when an event is declared, so that the types of a context are known without an import of the context. */
export const declareWebhookType = (context: WebhookContext, type: string): void =>
  void declared[context].add(type);

/** The types that an endpoint of the context may ask for, sorted. */
export const webhookTypes = (context: WebhookContext): readonly string[] =>
  [...declared[context], webhookTestType].sort();

/** Beyond `confidential`, an endpoint must be allowed the label by name (WHK-13). */
export const guardedLabels = (labels: readonly string[]): readonly string[] =>
  labels.filter((label) => label !== 'standard' && label !== 'confidential');

/** One event on its way to the endpoints of its workspace. */
export interface WebhookNotice {
  readonly context: WebhookContext;
  readonly type: string;
  readonly orderingKey: string;
  readonly data: WebhookData;
  /** Those that an endpoint must be allowed. */
  readonly labels: readonly string[];
  /** The ledger line whose number the body carries as `seq`; null if it names none. */
  readonly eventId: string | null;
}

/** Where a notice goes. */
export interface WebhookTarget {
  readonly endpointId: string;
  /** Of an endpoint that is switched off the delivery is kept as cancelled, so that it can be recovered (WHK-10). */
  readonly active: boolean;
  /** Whether the delivery is sent to an address; otherwise it waits until somebody reads it. */
  readonly sent: boolean;
}

export interface NewWebhookDelivery extends WebhookNotice, WebhookTarget {
  readonly id: string;
  readonly workspaceId: string;
  readonly sequence: number;
  readonly occurredAt: Instant;
}

/** What a transaction offers for events that leave as webhooks. */
export interface WebhookOutbox {
  /**
   * The endpoints that want each notice, and the next number of its ordering key if there is any. In the order of
   * the notices.
   */
  targets(
    workspaceId: string,
    notices: readonly WebhookNotice[],
  ): Promise<readonly { readonly endpoints: readonly WebhookTarget[]; readonly sequence: number }[]>;
  /** Writes the deliveries; sent after the ledger lines of the same transaction, whose numbers they carry. */
  record(deliveries: readonly NewWebhookDelivery[]): Promise<void>;
}

export const webhookDeliverTopic = 'webhook.deliver';

/** Its delays are those of WHK-3, which the delivery keeps; a crash of the worker counts as an attempt of the job only. */
export const webhookDeliverPolicy: JobPolicy = {
  queue: 'webhook',
  maxAttempts: 40,
  baseSeconds: 5,
  capSeconds: 300,
  leaseSeconds: 30,
};

/** Of one endpoint at once, whatever the number of workers (WHK-8). */
export const mostDeliveriesInFlight = 5;

/** A body is never longer (WHK-1). */
const maxBodyBytes = 20 * 1024;

export interface WebhookBody {
  readonly type: string;
  readonly timestamp: Instant;
  readonly workspaceId: string;
  readonly data: WebhookData;
  readonly sequence: number;
}

/** The bytes that are signed and sent: JSON without insignificant space, always in this order (WHK-1). */
export const webhookBody = ({ type, timestamp, workspaceId, data, sequence }: WebhookBody): string =>
  JSON.stringify({ type, timestamp, workspaceId, data, sequence });

/** The deliveries of a transaction and their jobs: one of each per notice and endpoint. */
export async function drawUpDeliveries(
  outbox: WebhookOutbox,
  notices: readonly WebhookNotice[],
  {
    workspaceId,
    now,
    newId,
    correlationId,
  }: {
    readonly workspaceId: string;
    readonly now: Instant;
    readonly newId: () => string;
    readonly correlationId: string;
  },
): Promise<{ readonly deliveries: readonly NewWebhookDelivery[]; readonly jobs: readonly NewJob[] }> {
  for (const { type, data } of notices) {
    const body = webhookBody({ type, timestamp: now, workspaceId, data, sequence: Number.MAX_SAFE_INTEGER });
    if (utf8(body).length > maxBodyBytes) throw new TypeError(`The webhook ${type} is longer than 20 KiB`);
  }
  const targets = await outbox.targets(workspaceId, notices);
  const deliveries = notices.flatMap((notice, index) => {
    const { endpoints = [], sequence = 0 } = targets[index] ?? {};
    return endpoints.map((target) => ({
      ...notice,
      ...target,
      id: newId(),
      workspaceId,
      sequence,
      occurredAt: now,
    }));
  });
  const due = deliveries.filter(({ active, sent }) => active && sent);
  const jobs = due.map(({ id, endpointId }) => ({
    id,
    workspaceId,
    queue: webhookDeliverPolicy.queue,
    topic: webhookDeliverTopic,
    context: 'webhooks',
    aggregateType: 'webhook_endpoint',
    aggregateId: endpointId,
    payload: { deliveryId: id, endpointId, run: 1 },
    orderingKey: null,
    availableAt: now,
    maxAttempts: webhookDeliverPolicy.maxAttempts,
    correlationId,
    createdAt: now,
  }));
  return { deliveries, jobs };
}
