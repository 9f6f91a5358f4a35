import type { PlanTerms, WorkspacePlans } from '../kernel/entitlements.ts';
import type { WritingContext } from '../kernel/use-case.ts';
import type { ProcessorState } from './billing-processor.ts';
import {
  billingCancelled,
  billingCancelScheduled,
  billingPaymentFailed,
  billingPaymentReceived,
  billingPlanChanged,
  billingRestored,
  billingRestricted,
  billingResumed,
  billingSubscribed,
} from './events.ts';
import { tellOwners } from './owner-notice.ts';
import type { BillingPorts } from './ports.ts';
import { sameJson } from './same-json.ts';
import { aged, begun, grantsPlan, received, type Subscription } from './subscription.ts';

export type ApplyContext = Pick<WritingContext, 'now' | 'settings' | 'newId' | 'emit'> &
  Pick<
    BillingPorts,
    'billingAccounts' | 'subscriptions' | 'invoices' | 'workspacePlans' | 'memberDirectory' | 'plans'
  >;

/**
 * Writes what the processor said: subscription, invoices and the plan of the workspace, and tells what that means. The
 * account is locked, so one answer is applied after the other; saying the same again changes nothing (BIL-11).
 */
export async function applyState(state: ProcessorState, context: ApplyContext): Promise<Subscription> {
  const { now, plans, settings, subscriptions, billingAccounts, invoices, newId } = context;
  const account = await billingAccounts.lock();
  const remote = state.subscription;
  const current = await subscriptions.byProcessorId(remote.processorSubscriptionId);
  const { hash } = plans.plan(remote.planCode);

  let after: Subscription;
  if (current === null) {
    after = begun(remote, { id: newId(), planHash: hash, ...settings.billing }, now);
    await subscriptions.add(after);
  } else {
    const next = aged(received(current, remote, hash, now), now);
    after = sameBut(current, next) ? current : await subscriptions.save({ ...next, updatedAt: now });
  }
  await invoices.put(after.id, state.invoices, { newId });
  const trialUsedAt = account.trialUsedAt ?? (after.trialEndsAt === null ? null : now);
  const processorCustomerId = remote.processorCustomerId ?? account.processorCustomerId;
  if (trialUsedAt !== account.trialUsedAt || processorCustomerId !== account.processorCustomerId)
    await billingAccounts.save({ ...account, trialUsedAt, processorCustomerId });

  if (after !== current) {
    await grantPlan(after, context);
    await tell(current, after, context);
  }
  return after;
}

/** Moves the workspace to what the subscription entitles it to; nothing moves while it is only begun (platform 3.9). */
export async function grantPlan(
  after: Subscription,
  { now, settings, workspacePlans }: Pick<ApplyContext, 'now' | 'settings' | 'workspacePlans'>,
): Promise<void> {
  if (after.status === 'incomplete' || after.status === 'incomplete_expired') return;
  const { terms } = await workspacePlans.get();
  const overrides = terms.overrides?.length ? { overrides: terms.overrides } : {};
  if (grantsPlan(after))
    await assign(
      workspacePlans,
      after.planCode,
      {
        ...overrides,
        ...(after.status === 'unpaid' ? { restricted: true } : {}),
        monthlyFrom: after.currentPeriodStart,
      },
      now,
    );
  else await assign(workspacePlans, settings.defaultPlanCode, overrides, now);
}

async function assign(standings: WorkspacePlans, planCode: string, terms: PlanTerms, now: string) {
  const before = await standings.get();
  if (before.planCode === planCode && sameJson(before.terms, terms)) return;
  await standings.assign(planCode, terms, now);
}

async function tell(before: Subscription | null, after: Subscription, context: ApplyContext): Promise<void> {
  const { emit, now } = context;
  const { id: subscriptionId, version, planCode, interval, seats } = after;
  const data = { subscriptionId, version, planCode };
  const was = before?.status ?? null;
  const is = after.status;
  const moved = (...to: readonly string[]) => was !== is && to.includes(is);

  if (grantsPlan(after) && (was === null || was === 'incomplete'))
    emit(billingSubscribed, { ...data, interval, seats, trial: is === 'trialing' });
  else if (before !== null && offerOf(before) !== offerOf(after) && grantsPlan(after))
    emit(billingPlanChanged, {
      ...data,
      ...(after.pendingChange === null
        ? { interval, seats, effectiveAt: null }
        : {
            planCode: after.pendingChange.planCode,
            interval: after.pendingChange.interval,
            seats: after.pendingChange.seats,
            effectiveAt: after.pendingChange.effectiveAt,
          }),
      planBefore: before.planCode,
      seatsBefore: before.seats,
    });

  if (moved('past_due')) {
    emit(billingPaymentFailed, { ...data, graceEndsAt: after.graceEndsAt ?? now });
    // The first of the dunning mails; the others follow by the clock.
    await tellOwners('payment_failed', after, after.graceEndsAt ?? now, context);
  }
  if (moved('unpaid')) {
    emit(billingRestricted, data);
    await tellOwners('access_limited', after, now, context);
  }
  if (moved('active') && (was === 'past_due' || was === 'unpaid')) {
    emit(billingPaymentReceived, data);
    if (was === 'unpaid') emit(billingRestored, data);
    await tellOwners('payment_received', after, now, context);
  }
  if (moved('cancelled')) emit(billingCancelled, data);
  else if (after.cancelAtPeriodEnd && !before?.cancelAtPeriodEnd) {
    emit(billingCancelScheduled, { ...data, endsAt: after.currentPeriodEnd });
    await tellOwners('cancellation_scheduled', after, after.currentPeriodEnd, context);
  } else if (before?.cancelAtPeriodEnd && !after.cancelAtPeriodEnd) emit(billingResumed, data);
}

const offerOf = ({ planCode, interval, seats, pendingChange }: Subscription): string =>
  JSON.stringify([planCode, interval, seats, pendingChange]);

/** Whether nothing changed but when it was looked at. */
const sameBut = (a: Subscription, b: Subscription): boolean => {
  const keys = Object.keys(b) as (keyof Subscription)[];
  return keys.every((key) => sameJson(a[key], b[key]));
};

/** What time alone has changed, written and told. */
export async function saveAged(current: Subscription, context: ApplyContext): Promise<Subscription> {
  const next = aged(current, context.now);
  if (next === current) return current;
  const after = await context.subscriptions.save({ ...next, updatedAt: context.now });
  await grantPlan(after, context);
  await tell(current, after, context);
  return after;
}

/** The plan of a workspace without a subscription, unless an operator chose one for it. */
export async function grantDefault({
  now,
  settings,
  workspacePlans,
}: Pick<ApplyContext, 'now' | 'settings' | 'workspacePlans'>): Promise<void> {
  const { terms } = await workspacePlans.get();
  if (terms.assigned) return;
  await assign(
    workspacePlans,
    settings.defaultPlanCode,
    terms.overrides?.length ? { overrides: terms.overrides } : {},
    now,
  );
}
