import { z } from 'zod';
import { billingIntervals } from '../kernel/entitlements.ts';
import { event } from '../kernel/events.ts';
import { id, instant, userId } from '../kernel/shapes.ts';

const planCode = () => z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
const interval = z.enum(billingIntervals).nullable();
const subscription = { subscriptionId: id(), version: z.int(), planCode: planCode() };
const target = (data: { readonly subscriptionId: string; readonly version: number }) => ({
  kind: 'subscription',
  id: data.subscriptionId,
  version: data.version,
});
const plain = { target, facts: ({ planCode }: { readonly planCode: string }) => ({ planCode }) };

export const billingSubscribed = event(
  'billing.subscribed',
  z.strictObject({ ...subscription, interval, seats: z.int(), trial: z.boolean() }),
  { target, facts: ({ planCode, interval, seats, trial }) => ({ planCode, interval, seats, trial }) },
);

/** A null `effectiveAt` means that the change applies at once; otherwise it applies from then on. */
export const billingPlanChanged = event(
  'billing.plan_changed',
  z.strictObject({
    ...subscription,
    planBefore: planCode(),
    interval,
    seats: z.int(),
    seatsBefore: z.int(),
    effectiveAt: instant().nullable(),
  }),
  {
    target,
    facts: ({ planCode, planBefore, interval, seats, seatsBefore, effectiveAt }) => ({
      planCode,
      planBefore,
      interval,
      seats,
      seatsBefore,
      effectiveAt,
    }),
  },
);
export const billingCancelScheduled = event(
  'billing.cancel_scheduled',
  z.strictObject({ ...subscription, endsAt: instant() }),
  { target, facts: ({ planCode, endsAt }) => ({ planCode, endsAt }) },
);
export const billingResumed = event('billing.resumed', z.strictObject(subscription), plain);
export const billingCancelled = event('billing.cancelled', z.strictObject(subscription), plain);
export const billingPaymentFailed = event(
  'billing.payment_failed',
  z.strictObject({ ...subscription, graceEndsAt: instant() }),
  { target, facts: ({ planCode, graceEndsAt }) => ({ planCode, graceEndsAt }) },
);
export const billingPaymentReceived = event('billing.payment_received', z.strictObject(subscription), plain);
export const billingRestricted = event('billing.restricted', z.strictObject(subscription), plain);
export const billingRestored = event('billing.restored', z.strictObject(subscription), plain);

/** An operator put a workspace without a subscription on a plan. */
export const billingPlanAssigned = event(
  'billing.plan_assigned',
  z.strictObject({ planCode: planCode(), planBefore: planCode() }),
  {
    target: ({ planCode }) => ({ kind: 'plan', id: planCode }),
    facts: ({ planCode, planBefore }) => ({ planCode, planBefore }),
  },
);

/** An operator granted or withheld something beside the plan. */
export const billingOverrideSet = event(
  'billing.override_set',
  z.strictObject({
    code: z.string(),
    value: z.string(),
    expiresAt: instant().nullable(),
    reason: z.string(),
  }),
  {
    target: ({ code }) => ({ kind: 'entitlement', id: code }),
    facts: ({ code, value, expiresAt }) => ({ code, value, expiresAt }),
    detail: ({ reason }) => ({ reason }),
  },
);

/** A counter differed from the number of things that it counts (BIL-4). */
export const usageCorrected = event(
  'usage.corrected',
  z.strictObject({ workspaceId: z.string(), code: z.string(), before: z.int(), after: z.int() }),
  {
    target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId }),
    facts: ({ code, before, after }) => ({ code, before, after }),
  },
);

/** An event of the processor was stored and waits to be applied. */
export const billingEventReceived = event('billing.event_received', z.strictObject({ eventId: id() }), null);

export const billingNotices = [
  'trial_ending',
  'payment_failed',
  'access_limited',
  'payment_received',
  'cancellation_scheduled',
  'subscription_refunded',
] as const;
export type BillingNotice = (typeof billingNotices)[number];

/** One for each owner, so that the mail to one never waits for that to another. */
export const billingOwnerNotice = event(
  'billing.owner_notice',
  z.strictObject({
    ownerUserId: userId(),
    notice: z.enum(billingNotices),
    planCode: planCode(),
    /** The time of what the mail is about. */
    at: instant(),
    amount: z.int().nullable(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable(),
  }),
  null,
);
