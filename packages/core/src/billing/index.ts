export { applyBillingEvent } from './apply-billing-event.ts';
export { cancelSubscription } from './cancel-subscription.ts';
export { changePlan } from './change-plan.ts';
export {
  type BillingEventStatus,
  billingEventStates,
  type CheckoutStatus,
  checkoutStates,
} from './checkout-states.ts';
export { billingClosure } from './closure-participation.ts';
export { createCheckout } from './create-checkout.ts';
export { dunSubscriptions } from './dun-subscriptions.ts';
export { EmbeddedBillingProcessor, type EmbeddedProcessorOptions } from './embedded-billing-processor.ts';
export { endSubscriptionAtClosing } from './end-subscription-at-closing.ts';
export {
  billingInvalidState,
  noCustomer,
  noSubscription,
  paymentFailed,
  samePlan,
  signatureInvalid,
  subscriptionExists,
  usageExceedsPlan,
} from './errors.ts';
export {
  type BillingNotice,
  billingCancelled,
  billingCancelScheduled,
  billingEventReceived,
  billingOverrideSet,
  billingOwnerNotice,
  billingPaymentFailed,
  billingPaymentReceived,
  billingPlanAssigned,
  billingPlanChanged,
  billingRestored,
  billingRestricted,
  billingResumed,
  billingSubscribed,
  usageCorrected,
} from './events.ts';
export { getBilling } from './get-billing.ts';
export { getCapabilities } from './get-capabilities.ts';
export { listPlans } from './list-plans.ts';
export { mailBillingNotice } from './mail-billing-notice.ts';
export { offers } from './offers.ts';
export { openPortal } from './open-portal.ts';
export { entitlementUnknown, invoiceAmbiguous, invoiceNotFound, planUnknown } from './operator-steps.ts';
export { PlanFileFault, readPlanFile } from './plan-file.ts';
export { builtInPlans, catalogOf, type PlanEdition } from './plans.ts';
export {
  type BillingAccount,
  type BillingAccounts,
  type BillingEvent,
  type BillingEvents,
  type BillingPorts,
  type BillingPreparing,
  type BillingReacting,
  type BillingSweeps,
  type Checkout,
  type CheckoutRepository,
  type InvoiceRepository,
  ports,
  type SubscriptionRepository,
  type UsageRecount,
} from './ports.ts';
export type { Priced } from './proration.ts';
export { receiveStripeEvent } from './receive-stripe-event.ts';
export { reconcileBilling } from './reconcile-billing.ts';
export { reconcileUsage } from './reconcile-usage.ts';
export { resumeSubscription } from './resume-subscription.ts';
export { rollPeriods } from './roll-periods.ts';
export {
  type Invoice,
  type ProrationPin,
  type Subscription,
  type SubscriptionStatus,
  subscriptionStates,
} from './subscription.ts';
export { syncSeats } from './sync-seats.ts';
export {
  CheckoutSessionView,
  InvoiceLineView,
  InvoiceView,
  PendingChangeView,
  PlanView,
  PortalSessionView,
  SubscriptionView,
} from './views.ts';
