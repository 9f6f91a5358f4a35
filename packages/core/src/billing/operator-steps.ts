import {
  type EntitlementOverride,
  type FeatureCode,
  featureCodes,
  isFeature,
  type LimitCode,
  limitCodes,
  liveOverrides,
  type PlanTerms,
} from '../kernel/entitlements.ts';
import { failure } from '../kernel/errors.ts';
import type { BillingProcessor } from './billing-processor.ts';
import { inWorkspace, type Transacting, type WorkspaceWork } from './each-workspace.ts';
import { enquire } from './enquiry.ts';
import { billingInvalidState, subscriptionExists } from './errors.ts';
import { billingOverrideSet, billingPaymentReceived, billingPlanAssigned } from './events.ts';
import type { BillingReacting } from './ports.ts';
import type { Invoice } from './subscription.ts';
import { refreshOf } from './subscription-refresh.ts';

export const invoiceNotFound = failure('billing.invoice_not_found', 'not_found', 'There is no such invoice.');
export const invoiceAmbiguous = failure(
  'billing.invoice_ambiguous',
  'conflict',
  'Several workspaces have an invoice of this number; give its id.',
);
export const planUnknown = failure('billing.plan_unknown', 'not_found', 'There is no such plan.');
export const entitlementUnknown = failure(
  'billing.entitlement_unknown',
  'not_found',
  'There is no such feature or limit; see GET /api/v1/plans.',
);

/** Records that an operator saw the money of an invoice arrive (`collection: manual`). */
export async function markInvoicePaid(
  workspaceId: string,
  context: Pick<BillingReacting, 'payments'> & Transacting,
  idOrNumber: string,
): Promise<Invoice> {
  const paid = await inWorkspace(workspaceId, context, (work) =>
    recordPayment(work, context.payments, idOrNumber),
  );
  await enquire(workspaceId, context, async (work) => {
    const subscription = await work.subscriptions.live();
    return subscription?.id === paid.subscriptionId ? refreshOf(subscription, work) : null;
  });
  return paid.invoice;
}

async function recordPayment(
  { invoices, subscriptions, billingAccounts, now, newId, emit }: WorkspaceWork,
  { collection }: Pick<BillingProcessor, 'collection'>,
  idOrNumber: string,
): Promise<{ readonly invoice: Invoice; readonly subscriptionId: string }> {
  const found = await invoices.find(idOrNumber);
  if (found === null) throw invoiceNotFound();
  const subscription = await subscriptions.live();
  if (found.status !== 'open' || collection !== 'manual') throw billingInvalidState();
  const { subscriptionId, ...open } = found;
  const invoice: Invoice = { ...open, status: 'paid', amountPaid: open.total, amountDue: 0, paidAt: now };
  await invoices.put(subscriptionId, [invoice], { newId });
  await billingAccounts.touch();
  // If it was overdue, the refresh that follows emits that it is no longer.
  const isOverdue = subscription?.status === 'past_due' || subscription?.status === 'unpaid';
  if (subscription?.id === subscriptionId && !isOverdue)
    emit(billingPaymentReceived, {
      subscriptionId,
      version: subscription.version,
      planCode: subscription.planCode,
    });
  return { invoice, subscriptionId };
}

/** Puts a workspace without a subscription on a plan from which no sweep moves it. */
export async function assignPlan(work: WorkspaceWork, planCode: string): Promise<void> {
  const { plans, settings, workspacePlans, subscriptions, billingAccounts, now, emit } = work;
  if (!plans.plans.some(({ code }) => code === planCode)) throw planUnknown();
  await billingAccounts.lock();
  if ((await subscriptions.live()) !== null) throw subscriptionExists();
  const before = await workspacePlans.get();
  const { overrides = [] } = before.terms;
  await workspacePlans.assign(
    planCode,
    {
      ...(overrides.length > 0 ? { overrides } : {}),
      ...(planCode === settings.defaultPlanCode ? {} : { assigned: true }),
    },
    now,
  );
  emit(billingPlanAssigned, { planCode, planBefore: before.planCode });
}

/** Grants or withholds one feature or limit beside the plan; an undefined `value` takes that back. */
export async function overrideEntitlement(
  work: WorkspaceWork,
  override: Omit<EntitlementOverride, 'code' | 'value'> & {
    readonly code: string;
    readonly value: boolean | number | null | undefined;
  },
): Promise<readonly EntitlementOverride[]> {
  const { workspacePlans, billingAccounts, now, emit } = work;
  const code = [...featureCodes, ...limitCodes].find((known) => known === override.code);
  const { value, reason, expiresAt } = override;
  if (code === undefined || (value !== undefined && !fits(code, value))) throw entitlementUnknown();
  await billingAccounts.lock();
  const { planCode, terms } = await workspacePlans.get();
  const { overrides: _, ...others } = terms;
  const kept = liveOverrides(terms, now).filter((known) => known.code !== code);
  const overrides = value === undefined ? kept : [...kept, { code, value, reason, expiresAt }];
  const after: PlanTerms = { ...others, ...(overrides.length > 0 ? { overrides } : {}) };
  await workspacePlans.assign(planCode, after, now);
  emit(billingOverrideSet, {
    code,
    value: value === undefined ? 'none' : value === null ? 'unlimited' : String(value),
    expiresAt,
    reason,
  });
  return overrides;
}

const fits = (code: FeatureCode | LimitCode, value: boolean | number | null): boolean =>
  isFeature(code) === (typeof value === 'boolean');
