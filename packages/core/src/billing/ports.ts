import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type {
  BillingInterval,
  LimitCode,
  PlanCatalog,
  Usage,
  UsageCounters,
  WorkspacePlans,
} from '../kernel/entitlements.ts';
import type { Instant, PlainDate } from '../kernel/time.ts';
import { type PreparingContext, type ReactingContext, useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { BillingProcessor, ProcessorInvoice } from './billing-processor.ts';
import type { BillingEventStatus, CheckoutStatus } from './checkout-states.ts';
import type { Invoice, Subscription } from './subscription.ts';

/** What billing knows of a workspace beside its subscriptions. */
export interface BillingAccount {
  readonly processorCustomerId: string | null;
  /** A trial is given once (BIL-16). */
  readonly trialUsedAt: Instant | null;
  /** Seats that an owner chose to pay for, whoever sits on them. */
  readonly seatsChosen: number;
}

export interface BillingAccounts {
  /** The account of this workspace, made where it is missing, locked until the unit ends: changes happen one by one. */
  lock(): Promise<BillingAccount>;
  /** The same without a lock. */
  get(): Promise<BillingAccount>;
  save(account: BillingAccount): Promise<void>;
  /** Usage, subscriptions, invoices and checkouts too, for the closure of the workspace. */
  removeAll(): Promise<void>;
}

export interface SubscriptionRepository {
  add(subscription: Subscription): Promise<void>;
  /** The one that is not final, or null. */
  live(): Promise<Subscription | null>;
  byProcessorId(processorSubscriptionId: string): Promise<Subscription | null>;
  /** Stores it as the version after, or throws `version_conflict`. */
  save(subscription: Subscription): Promise<Subscription>;
  /** What is noted beside the subscription; no new version. */
  note(
    id: string,
    notes: Partial<Pick<Subscription, 'prorationPin' | 'seatsSyncedAt' | 'dunningStep' | 'trialNoticeAt'>>,
  ): Promise<void>;
}

export interface InvoiceRepository {
  /** Newest first. */
  newest(limit: number): Promise<readonly Invoice[]>;
  open(subscriptionId: string): Promise<readonly Invoice[]>;
  /** By our id or by its number; null where there is none in this workspace. */
  find(idOrNumber: string): Promise<(Invoice & { readonly subscriptionId: string }) | null>;
  /** Writes copies by the processor's id; an invoice without a number is given the workspace's next. */
  put(
    subscriptionId: string,
    invoices: readonly ProcessorInvoice[],
    context: { readonly newId: () => string },
  ): Promise<void>;
}

export interface Checkout {
  readonly id: string;
  readonly status: CheckoutStatus;
  /** Null until the processor has answered. */
  readonly processorCheckoutId: string | null;
  readonly url: string | null;
  readonly planCode: string;
  readonly interval: BillingInterval | null;
  readonly seats: number;
  readonly trialDays: number;
  readonly promotionCode: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
}

/** Begun checkouts; at most one is open (BIL-15). */
export interface CheckoutRepository {
  add(checkout: Checkout): Promise<void>;
  open(): Promise<Checkout | null>;
  get(id: string): Promise<Checkout | null>;
  save(checkout: Checkout): Promise<void>;
}

export interface BillingEvent {
  readonly id: string;
  readonly processorEventId: string;
  readonly type: string;
  readonly receivedAt: Instant;
  readonly status: BillingEventStatus;
  readonly payloadSealed: Uint8Array;
  readonly objectId: string;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly checkoutId: string | null;
}

/** Messages of the processor, of all workspaces; for units of the role `identity`. */
export interface BillingEvents {
  /** False where this event is here already (BIL-10). */
  add(event: BillingEvent): Promise<boolean>;
  get(id: string): Promise<BillingEvent | null>;
  /** Nothing where it was marked before. */
  mark(id: string, action: 'apply' | 'ignore'): Promise<void>;
  /** Those still not applied since then are given up; how many. */
  giveUp(receivedBefore: Instant): Promise<number>;
}

/** Looks over all workspaces; each answer is worked in a unit that enters one. */
export interface BillingSweeps {
  /** Workspaces of a subscription whose period, trial or pending change is over. */
  toRoll(now: Instant): Promise<readonly string[]>;
  /** Workspaces of a subscription in arrears, incomplete, or near the end of its trial. */
  toRemind(now: Instant): Promise<readonly string[]>;
  /** Workspaces whose active seats differ from those paid for, and which were not asked about since. */
  toSyncSeats(syncedBefore: Instant): Promise<readonly string[]>;
  all(): Promise<readonly string[]>;
  /** The workspace of a customer, or of a subscription. */
  workspaceOf(customerId: string | null, subscriptionId: string | null): Promise<string | null>;
  workspaceOfInvoice(idOrNumber: string): Promise<readonly string[]>;
}

/** What is in use, counted anew from the things themselves (BIL-4). */
export interface UsageRecount {
  /** Counters of the workspace: those without a period, and those of this month. */
  counters(month: PlainDate): Promise<Readonly<Partial<Record<LimitCode, Usage>>>>;
  /** Sets every counter that can be counted to what there is; those that were wrong. Locks what it counts. */
  correct(): Promise<readonly { readonly code: LimitCode; readonly before: Usage; readonly after: Usage }[]>;
}

export const ports = contextPorts({
  repositories: {
    workspacePlans: port<WorkspacePlans>(),
    billingAccounts: port<BillingAccounts>(),
    subscriptions: port<SubscriptionRepository>(),
    invoices: port<InvoiceRepository>(),
    checkouts: port<CheckoutRepository>(),
    billingEvents: port<BillingEvents>(),
    billingSweeps: port<BillingSweeps>(),
    usageRecount: port<UsageRecount>(),
  },
  asks: {
    memberDirectory: port<MemberDirectory>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
    usage: port<UsageCounters>(),
  },
  inside: { plans: port<PlanCatalog>() },
  outside: { payments: port<BillingProcessor>() },
});
export type BillingPorts = PortsInside<typeof ports>;
export type BillingPreparing = PreparingContext<typeof ports>;
export type BillingReacting = ReactingContext<typeof ports>;

export const { query, command, action, reaction, scheduled } = useCasesOf(ports);
