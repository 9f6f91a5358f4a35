import type { PlanTerms, WorkspacePlans } from '../kernel/entitlements.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { sameJson } from '../kernel/same-json.ts';
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
import { notifyOwners } from './owner-notices.ts';
import type { BillingPorts } from './ports.ts';
import { aged, begun, grantsPlan, received, type Subscription } from './subscription.ts';

export type ApplyContext = Pick<WritingContext, 'now' | 'settings' | 'newId' | 'emit'> &
  Pick<
    BillingPorts,
    'billingAccounts' | 'subscriptions' | 'invoices' | 'workspacePlans' | 'memberDirectory' | 'plans'
  >;

/**
 * Writes the state that the processor reported: subscription, invoices and the plan of the workspace, with the events that
 * follow. The account is locked, so answers are applied one after another; repeating one changes nothing (BIL-11).
 */
export async function applyProcessorState(
  state: ProcessorState,
  context: ApplyContext,
): Promise<Subscription> {
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
    after = isSame(current, next) ? current : await subscriptions.save({ ...next, updatedAt: now });
  }
  await invoices.put(after.id, state.invoices, { newId });
  const trialUsedAt = account.trialUsedAt ?? (after.trialEndsAt === null ? null : now);
  const processorCustomerId = remote.processorCustomerId ?? account.processorCustomerId;
  if (trialUsedAt !== account.trialUsedAt || processorCustomerId !== account.processorCustomerId)
    await billingAccounts.save({ ...account, trialUsedAt, processorCustomerId });

  await billingAccounts.touch();
  if (after !== current) {
    await grantPlan(after, context);
    await emitChanges(current, after, context);
  }
  return after;
}

/** Assigns the plan that the subscription entitles the workspace to; an incomplete one changes nothing (platform 3.9). */
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

async function emitChanges(
  before: Subscription | null,
  after: Subscription,
  context: ApplyContext,
): Promise<void> {
  const { emit, now } = context;
  const { id: subscriptionId, version, planCode, interval, seats } = after;
  const data = { subscriptionId, version, planCode };
  const was = before?.status ?? null;
  const is = after.status;
  const moved = (...to: readonly string[]) => was !== is && to.includes(is);

  if (grantsPlan(after) && (was === null || was === 'incomplete'))
    emit(billingSubscribed, { ...data, interval, seats, trial: is === 'trialing' });
  else if (before !== null && soldTermsOf(before) !== soldTermsOf(after) && grantsPlan(after))
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
    // This is the first of the dunning mails; the others follow by schedule.
    await notifyOwners('payment_failed', after, after.graceEndsAt ?? now, context);
  }
  if (moved('unpaid')) {
    emit(billingRestricted, data);
    await notifyOwners('access_limited', after, now, context);
  }
  if (moved('active') && (was === 'past_due' || was === 'unpaid')) {
    emit(billingPaymentReceived, data);
    if (was === 'unpaid') emit(billingRestored, data);
    await notifyOwners('payment_received', after, now, context);
  }
  if (moved('cancelled')) emit(billingCancelled, data);
  else if (after.cancelAtPeriodEnd && !before?.cancelAtPeriodEnd) {
    emit(billingCancelScheduled, { ...data, endsAt: after.currentPeriodEnd });
    await notifyOwners('cancellation_scheduled', after, after.currentPeriodEnd, context);
  } else if (before?.cancelAtPeriodEnd && !after.cancelAtPeriodEnd) emit(billingResumed, data);
}

const soldTermsOf = ({ planCode, interval, seats, pendingChange }: Subscription): string =>
  JSON.stringify([planCode, interval, seats, pendingChange]);

/** Whether two subscriptions are equal in every field. */
const isSame = (a: Subscription, b: Subscription): boolean => {
  const keys = Object.keys(b) as (keyof Subscription)[];
  return keys.every((key) => sameJson(a[key], b[key]));
};

/** Writes what has changed by the passing of time alone, with the events that follow. */
export async function saveAged(current: Subscription, context: ApplyContext): Promise<Subscription> {
  const next = aged(current, context.now);
  if (next === current) return current;
  const after = await context.subscriptions.save({ ...next, updatedAt: context.now });
  await context.billingAccounts.touch();
  await grantPlan(after, context);
  await emitChanges(current, after, context);
  return after;
}

/** Assigns the plan of a workspace without a subscription, unless an operator chose one for it. */
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
