import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type {
  BillingInterval,
  LimitCode,
  PlanCatalog,
  Usage,
  UsageCounters,
  WorkspacePlans,
} from '../kernel/entitlements.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant, PlainDate } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { BillingProcessor, ProcessorInvoice } from './billing-processor.ts';
import type { BillingEventStatus, CheckoutStatus } from './checkout-states.ts';
import type { Invoice, Subscription } from './subscription.ts';

/** What billing knows about a workspace beside its subscriptions. */
export interface BillingAccount {
  readonly processorCustomerId: string | null;
  /** When the trial was used, since it is given only once (BIL-16). */
  readonly trialUsedAt: Instant | null;
  /** Seats that an owner chose to pay for, however many are taken. */
  readonly seatsChosen: number;
  /** Rises with each change of the account, its subscriptions and invoices, and with each answer that was written. */
  readonly revision: number;
}

export interface BillingAccounts {
  /** Locks the account of this workspace until the transaction ends, so that changes happen one by one. Creates it if missing. */
  lock(): Promise<BillingAccount>;
  /** The same without a lock. */
  get(): Promise<BillingAccount>;
  save(account: BillingAccount): Promise<void>;
  /** Raises the revision, so that no answer is written that was asked for before. The caller has locked the account. */
  touch(): Promise<void>;
  /** Removes the account, usage, subscriptions, invoices and checkouts, for the closure of the workspace. */
  removeAll(): Promise<void>;
}

export interface SubscriptionRepository {
  add(subscription: Subscription): Promise<void>;
  /** The subscription that is not in a final state, or null. */
  live(): Promise<Subscription | null>;
  byProcessorId(processorSubscriptionId: string): Promise<Subscription | null>;
  /** Stores it as the next version, or throws `version_conflict`. */
  save(subscription: Subscription): Promise<Subscription>;
  /** Stores notes beside the subscription, without a new version. */
  note(
    id: string,
    notes: Partial<Pick<Subscription, 'prorationPin' | 'seatsSyncedAt' | 'dunningStep' | 'trialNoticeAt'>>,
  ): Promise<void>;
}

export interface InvoiceRepository {
  /** Newest first. */
  newest(limit: number): Promise<readonly Invoice[]>;
  open(subscriptionId: string): Promise<readonly Invoice[]>;
  /** Finds an invoice by our id or by its number; null if there is none in this workspace. */
  find(idOrNumber: string): Promise<(Invoice & { readonly subscriptionId: string }) | null>;
  /** Writes copies by the processor's id; an invoice without a number gets the next one of the workspace. */
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

/** Checkouts, of which at most one is open (BIL-15). */
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

/** Events of the processor for all workspaces. Needs the role `identity`. */
export interface BillingEvents {
  /** False if this event is stored already (BIL-10). */
  add(event: BillingEvent): Promise<boolean>;
  get(id: string): Promise<BillingEvent | null>;
  /** Does nothing if it was marked before. */
  mark(id: string, action: 'apply' | 'ignore'): Promise<void>;
  /** Gives up the events that were received before and are still not applied; returns how many. */
  giveUp(receivedBefore: Instant): Promise<number>;
}

/** Looks over all workspaces; each one found is then worked in a transaction that enters it. */
export interface BillingSweeps {
  /** Workspaces with a subscription whose period or trial is over, or whose pending change is due. */
  toRoll(now: Instant): Promise<readonly string[]>;
  /** Workspaces with a subscription that is overdue, incomplete, or near the end of its trial. */
  toRemind(now: Instant): Promise<readonly string[]>;
  /** Workspaces whose active seats differ from those paid for, and that were last synchronized before. */
  toSyncSeats(syncedBefore: Instant): Promise<readonly string[]>;
  all(): Promise<readonly string[]>;
  /** The workspace of a customer, or of a subscription. */
  workspaceOf(customerId: string | null, subscriptionId: string | null): Promise<string | null>;
  workspaceOfInvoice(idOrNumber: string): Promise<readonly string[]>;
}

/** Counts what is in use from the things themselves (BIL-4). */
export interface UsageRecount {
  /** The counters of the workspace: those without a period, those of this month, and those of this day. */
  counters(month: PlainDate, day: PlainDate): Promise<Readonly<Partial<Record<LimitCode, Usage>>>>;
  /** Sets every countable counter to the real number, and returns those that were wrong. Locks what it counts. */
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
