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
  limit: z.int().nullable().describe('How much the plan allows; null means unlimited.'),
  used: z.int().describe('How much is in use.'),
  reserved: z
    .int()
    .describe(
      'The part that is reserved and not used yet, such as pending invitations and uploads in progress.',
    ),
  remaining: z.int().nullable().describe('How much is left; null if there is no limit.'),
  overLimit: z
    .boolean()
    .describe(
      'Whether more is used than the limit: after a change to a smaller plan, or by what is counted and never refused.',
    ),
  resetsAt: shown
    .instant()
    .nullable()
    .describe('When a monthly or daily limit starts again; null for every other limit.'),
});

export const Capabilities = z
  .object({
    planCode: z.string().describe('The code of the plan, such as team.'),
    planName: z.string().describe('The name of the plan, as people read it.'),
    status: z
      .enum(['none', ...SubscriptionView.shape.status.options])
      .describe('The state of the subscription; none without one.'),
    restricted: z.boolean().describe('True if changes are refused for the moment.'),
    restrictedReason: z
      .enum(['payment_overdue', 'workspace_closing', 'workspace_suspended'])
      .nullable()
      .describe('Why changes are refused; null if they are not.'),
    graceEndsAt: shown
      .instant()
      .nullable()
      .describe('Until when everything keeps working after a failed payment; null if nothing is overdue.'),
    features: z
      .record(z.string(), z.boolean())
      .describe('Each feature by its code, and whether it is included.'),
    limits: z.record(z.string(), Limit).describe('Each limit by its code, with what is used of it.'),
    overrides: z
      .array(
        z.object({
          code: z.string().describe('The code of the feature or the limit.'),
          value: z
            .union([z.boolean(), z.int(), z.null()])
            .describe('The value that holds instead; null means unlimited.'),
          reason: z.string().describe('Why it was agreed.'),
          expiresAt: shown.instant().nullable().describe('Until when it holds; null without an end.'),
        }),
      )
      .describe('What was agreed for this workspace apart from its plan.'),
    computedAt: shown.instant().describe('When this was worked out.'),
  })
  .meta({
    id: 'Capabilities',
    description: 'What a workspace may do now: features, and limits with what is used of them.',
  });

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
