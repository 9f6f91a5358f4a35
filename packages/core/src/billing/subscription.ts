import type { BillingInterval } from '../kernel/entitlements.ts';
import { type ActionOf, machine } from '../kernel/machine.ts';
import { type Instant, plusDays, plusSeconds } from '../kernel/time.ts';
import type {
  PaymentMethod,
  PendingChange,
  ProcessorInvoice,
  ProcessorStatus,
  ProcessorSubscription,
} from './billing-processor.ts';
import { billingInvalidState } from './errors.ts';

/** The life of a subscription (platform 3.9). After `incomplete_expired` or `cancelled` a workspace checks out anew. */
export const subscriptionStates = machine(
  billingInvalidState,
  ['incomplete', 'trialing', 'active', 'past_due'],
  {
    incomplete: { pay: 'active', begin_trial: 'trialing', expire: 'incomplete_expired', end: 'cancelled' },
    incomplete_expired: {},
    trialing: { pay: 'active', fail: 'past_due', end: 'cancelled' },
    active: { fail: 'past_due', end: 'cancelled' },
    past_due: { pay: 'active', restrict: 'unpaid', end: 'cancelled' },
    unpaid: { pay: 'active', end: 'cancelled' },
    cancelled: {},
  },
);
type SubscriptionAction = ActionOf<typeof subscriptionStates>;
export type SubscriptionStatus = (typeof subscriptionStates.states)[number];

/** How long everything keeps working after a payment failed (BIL-13). */
export const graceDays = 14;
/** How long a subscription stays unpaid before it ends. */
export const unpaidDays = 60;
/** Days after the failure on which owners are reminded. */
export const dunningDays = [0, 3, 7, 13] as const;
export const trialNoticeDays = 3;
const incompleteSeconds = 23 * 3600;

/** The second from which a charge counts, as a preview fixed it (BIL-7). */
export interface ProrationPin {
  readonly at: Instant;
  readonly planCode: string;
  readonly interval: BillingInterval | null;
  readonly seats: number;
  readonly effective: 'immediately' | 'period_end';
}

export interface Subscription {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly planCode: string;
  /** The edition of the plan that was sold. */
  readonly planHash: string;
  readonly interval: BillingInterval | null;
  readonly seats: number;
  readonly perSeat: boolean;
  readonly currency: string;
  readonly unitAmount: number;
  readonly credit: number;
  readonly periodAnchor: Instant;
  readonly currentPeriodStart: Instant;
  readonly currentPeriodEnd: Instant;
  readonly cancelAtPeriodEnd: boolean;
  readonly trialEndsAt: Instant | null;
  readonly pastDueSince: Instant | null;
  readonly graceEndsAt: Instant | null;
  readonly unpaidSince: Instant | null;
  /** How many of the dunning mails have been requested. */
  readonly dunningStep: number;
  readonly trialNoticeAt: Instant | null;
  readonly pendingChange: PendingChange | null;
  readonly prorationPin: ProrationPin | null;
  readonly seatsSyncedAt: Instant | null;
  readonly paymentMethod: PaymentMethod | null;
  readonly processor: 'embedded' | 'stripe';
  readonly collection: 'none' | 'manual' | 'automatic';
  readonly processorSubscriptionId: string;
  readonly processorCustomerId: string | null;
  readonly startedAt: Instant;
  readonly cancelledAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export type Invoice = ProcessorInvoice & { readonly id: string; readonly number: string };

/** Whether nothing that the processor reports can change it any more. */
export const isFinal = ({ status }: Pick<Subscription, 'status'>): boolean =>
  subscriptionStates.isFinal(status);

/** Whether it grants its plan; one that was begun and never paid does not. */
export const grantsPlan = (subscription: Pick<Subscription, 'status'>): boolean =>
  subscription.status !== 'incomplete' && !isFinal(subscription);

export const processorSubscriptionOf = (subscription: Subscription): ProcessorSubscription => {
  const { status, startedAt, cancelledAt, processorSubscriptionId, processorCustomerId } = subscription;
  const { planCode, interval, seats, perSeat, currency, unitAmount, credit, periodAnchor } = subscription;
  const {
    currentPeriodStart,
    currentPeriodEnd,
    cancelAtPeriodEnd,
    trialEndsAt,
    pendingChange,
    paymentMethod,
  } = subscription;
  return {
    processorSubscriptionId,
    processorCustomerId,
    // Only we know the restriction; to the processor it is the same debt.
    status: status === 'unpaid' ? 'past_due' : status,
    planCode,
    interval,
    seats,
    perSeat,
    currency,
    unitAmount,
    credit,
    periodAnchor,
    currentPeriodStart,
    currentPeriodEnd,
    cancelAtPeriodEnd,
    trialEndsAt,
    pendingChange,
    paymentMethod,
    startedAt,
    cancelledAt,
  };
};

/** A subscription as the processor first showed it. */
export function begun(
  remote: ProcessorSubscription,
  ours: Pick<Subscription, 'id' | 'planHash' | 'processor' | 'collection'>,
  now: Instant,
): Subscription {
  return {
    ...remote,
    ...ours,
    ...(remote.status === 'past_due'
      ? { pastDueSince: now, graceEndsAt: plusDays(now, graceDays) }
      : { pastDueSince: null, graceEndsAt: null }),
    unpaidSince: null,
    dunningStep: remote.status === 'past_due' ? 1 : 0,
    trialNoticeAt: null,
    prorationPin: null,
    seatsSyncedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** The subscription with what the processor reports now; a final one stays as it is (BIL-11). */
export function received(
  current: Subscription,
  remote: ProcessorSubscription,
  planHash: string,
  now: Instant,
): Subscription {
  if (isFinal(current)) return current;
  const action = actionFor(current.status, remote.status);
  const { status: _, ...said } = remote;
  const sold = remote.planCode === current.planCode ? current.planHash : planHash;
  const next = { ...current, ...said, planHash: sold };
  return action === null ? next : moved(next, action, now);
}

/** Applies what time alone brings about: the end of the grace period, or of a first payment that never came. */
export function aged(current: Subscription, now: Instant): Subscription {
  const { status, graceEndsAt, startedAt } = current;
  if (status === 'past_due' && graceEndsAt !== null && graceEndsAt <= now)
    return moved(current, 'restrict', now);
  if (status === 'incomplete' && plusSeconds(startedAt, incompleteSeconds) <= now)
    return moved(current, 'expire', now);
  return current;
}

/** Whether it has been unpaid for so long that it must end. */
export const isGivenUp = ({ status, unpaidSince }: Subscription, now: Instant): boolean =>
  status === 'unpaid' && unpaidSince !== null && plusDays(unpaidSince, unpaidDays) <= now;

function moved(current: Subscription, action: SubscriptionAction, now: Instant): Subscription {
  const status = subscriptionStates.next(current.status, action);
  const settled = { pastDueSince: null, graceEndsAt: null, unpaidSince: null, dunningStep: 0 };
  if (status === 'past_due')
    return {
      ...current,
      ...settled,
      status,
      pastDueSince: now,
      graceEndsAt: plusDays(now, graceDays),
      dunningStep: 1,
    };
  if (status === 'unpaid') return { ...current, status, unpaidSince: now };
  if (status === 'cancelled')
    return { ...current, ...settled, status, pendingChange: null, cancelledAt: current.cancelledAt ?? now };
  return { ...current, ...settled, status };
}

function actionFor(status: SubscriptionStatus, remote: ProcessorStatus): SubscriptionAction | null {
  if (remote === 'cancelled') return 'end';
  if (remote === 'incomplete_expired') return status === 'incomplete' ? 'expire' : 'end';
  if (remote === 'past_due') return status === 'past_due' || status === 'unpaid' ? null : 'fail';
  if (remote === 'trialing') return status === 'incomplete' ? 'begin_trial' : null;
  if (remote === 'active') return status === 'active' ? null : 'pay';
  return null;
}
