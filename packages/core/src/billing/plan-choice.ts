import type { BillingInterval, Plan, PlanCatalog, PlanPrice } from '../kernel/entitlements.ts';
import type { Settings } from '../kernel/settings.ts';
import { invalidField } from '../kernel/validation.ts';

export interface PlanChoice {
  readonly plan: Plan;
  readonly price: PlanPrice | null;
}

/** The plan and price that a caller chose; throws a 400 that says why they cannot be bought here. */
export function planChoiceOf(
  planCode: string,
  interval: BillingInterval | undefined,
  { plans, settings }: { readonly plans: PlanCatalog; readonly settings: Settings },
): PlanChoice {
  const notAvailable = (path: string, message: string) =>
    invalidField(path, 'billing.plan_not_available', message);
  const plan = plans.plans.find(({ code }) => code === planCode);
  const free = settings.billing.collection === 'none';
  // If nothing costs anything, every other plan may be tried, so that its gates can be rehearsed (BIL-1).
  if (plan === undefined || planCode === settings.defaultPlanCode || (!free && !plan.isPublic))
    throw notAvailable(
      '/planCode',
      'Choose one of the plans that GET /api/v1/plans lists, other than the one without a subscription.',
    );
  if (plan.prices.length === 0) {
    if (!free) throw notAvailable('/planCode', 'This plan has no price; ask for an offer.');
    return { plan, price: null };
  }
  if (interval === undefined)
    throw invalidField(
      '/interval',
      'field.required',
      `Choose ${plan.prices.map((price) => price.interval).join(' or ')}.`,
    );
  const price = plan.prices.find((candidate) => candidate.interval === interval);
  if (price === undefined) throw notAvailable('/interval', 'This plan is not sold at this interval.');
  return { plan, price };
}

/** Refuses fewer seats than there are active members. */
export function checkSeats(seats: number, active: number): void {
  if (seats < active)
    throw invalidField(
      '/seats',
      'billing.seats_too_few',
      `${active} seats are in use; order at least that many.`,
    );
}
