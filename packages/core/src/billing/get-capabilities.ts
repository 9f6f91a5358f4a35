import { z } from 'zod';
import {
  dailyLimitCodes,
  effectivePlan,
  type LimitCode,
  limitCodes,
  liveOverrides,
  monthlyLimitCodes,
  type Usage,
  usageMonth,
} from '../kernel/entitlements.ts';
import { shown } from '../kernel/shapes.ts';
import { type Instant, plusDays } from '../kernel/time.ts';
import { query } from './ports.ts';
import { SubscriptionView } from './views.ts';

const Limit = z.object({
  limit: z.int().nullable().describe('Null means unlimited.'),
  used: z.int(),
  reserved: z
    .int()
    .describe(
      'The part that is reserved and not used yet, such as pending invitations and uploads in progress.',
    ),
  remaining: z.int().nullable(),
  overLimit: z
    .boolean()
    .describe(
      'Whether more is used than the limit: after a change to a smaller plan, or by what is counted and never refused.',
    ),
  resetsAt: shown.instant().nullable().describe('When a monthly or daily limit starts again.'),
});

export const Capabilities = z
  .object({
    planCode: z.string(),
    planName: z.string(),
    status: z.enum(['none', ...SubscriptionView.shape.status.options]),
    restricted: z.boolean(),
    restrictedReason: z.enum(['payment_overdue', 'workspace_closing', 'workspace_suspended']).nullable(),
    graceEndsAt: shown.instant().nullable(),
    features: z.record(z.string(), z.boolean()),
    limits: z.record(z.string(), Limit),
    overrides: z.array(
      z.object({
        code: z.string(),
        value: z.union([z.boolean(), z.int(), z.null()]),
        reason: z.string(),
        expiresAt: shown.instant().nullable(),
      }),
    ),
    computedAt: shown.instant(),
  })
  .meta({ id: 'Capabilities' });

export const getCapabilities = query({
  summary: 'Show what the workspace can do now',
  description:
    'Shows the features and limits of its plan as they apply at this moment, and how much of each is used.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'billing capabilities' },
  always: true,
  input: z.strictObject({}),
  output: Capabilities,

  async run(_, { now, plans, workspacePlans, subscriptions, usageRecount }) {
    const { planCode, terms, status } = await workspacePlans.get();
    const subscription = await subscriptions.live();
    const plan = effectivePlan(plans, planCode, terms, now);
    const month = usageMonth(terms, now);
    const counters = await usageRecount.counters(month.from.slice(0, 10), now.slice(0, 10));
    const reason = terms.restricted
      ? ('payment_overdue' as const)
      : status === 'closing'
        ? ('workspace_closing' as const)
        : status === 'suspended'
          ? ('workspace_suspended' as const)
          : null;
    return {
      planCode: plan.code,
      planName: plan.name,
      status: subscription?.status ?? ('none' as const),
      restricted: reason !== null,
      restrictedReason: reason,
      graceEndsAt: subscription?.graceEndsAt ?? null,
      features: plan.features,
      limits: Object.fromEntries(
        limitCodes.map((code) => [
          code,
          limitOf(plan.limits[code], counters[code], resetOf(code, month.to, now)),
        ]),
      ),
      overrides: [...liveOverrides(terms, now)],
      computedAt: now,
    };
  },
});

function resetOf(code: LimitCode, nextMonth: Instant, now: Instant): Instant | null {
  if (dailyLimitCodes.has(code)) return `${plusDays(now, 1).slice(0, 10)}T00:00:00.000Z`;
  return monthlyLimitCodes.has(code) ? nextMonth : null;
}

function limitOf(
  limit: number | null,
  { used, reserved }: Usage = { used: 0, reserved: 0 },
  resetsAt: string | null,
): z.input<typeof Limit> {
  return {
    limit,
    used,
    reserved,
    remaining: limit === null ? null : Math.max(0, limit - used - reserved),
    overLimit: limit !== null && used > limit,
    resetsAt,
  };
}
