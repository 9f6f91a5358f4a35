import { planFeatureNotIncluded, planLimitReached } from './errors.ts';
import { plusMonths } from './months.ts';
import type { Instant, PlainDate } from './time.ts';

/** The one list of entitlement codes (platform 2.8); a code that is not here does not compile. */
export const featureCodes = [
  'meetings_scheduled',
  'meetings_instant',
  'meetings_recurring',
  'document_signing',
  'client_file_requests',
  'workspace_meeting_templates',
  'document_lifecycle',
  'api_integrations',
  'webhooks',
  'webinars',
  'signing_sms_otp',
  'professional_records',
  'records_governance',
  'disclosure_portal',
  'records_intelligence',
] as const;
export type FeatureCode = (typeof featureCodes)[number];

export const limitCodes = [
  'members',
  'guests',
  'storage_bytes',
  'upload_max_bytes',
  'meeting_duration_minutes',
  'meeting_participants',
  'meeting_invitees',
  'webinar_attendees',
  'envelopes_per_month',
  'sms_per_month',
  'subjects',
  'open_cases',
  'projects',
  'api_keys',
  'api_requests_per_minute',
  'webhook_endpoints',
  'mails_per_day',
] as const;
export type LimitCode = (typeof limitCodes)[number];

/** Limits that begin anew at midnight UTC. What is sent on one day is over the next, so no plan is too small for it. */
export const dailyLimitCodes: ReadonlySet<LimitCode> = new Set(['mails_per_day']);
/** Limits that begin anew each month (BIL-5). */
export const monthlyLimitCodes: ReadonlySet<LimitCode> = new Set(['envelopes_per_month', 'sms_per_month']);

export interface PlanEntitlements {
  readonly code: string;
  readonly name: string;
  readonly features: Readonly<Record<FeatureCode, boolean>>;
  /** Null is unlimited. */
  readonly limits: Readonly<Record<LimitCode, number | null>>;
}

export const billingIntervals = ['month', 'year'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

export interface PlanPrice {
  readonly interval: BillingInterval;
  /** ISO 4217. */
  readonly currency: string;
  /** Minor units. */
  readonly unitAmount: number;
  readonly perSeat: boolean;
}

/** An offer (platform 2.8). */
export interface Plan extends PlanEntitlements {
  readonly description: string;
  readonly isPublic: boolean;
  readonly sortOrder: number;
  readonly trialDays: number;
  readonly prices: readonly PlanPrice[];
  /** SHA-256 of all that stands above, as canonical JSON: a subscription remembers which edition it was sold under. */
  readonly hash: string;
}

export interface PlanCatalog {
  /** The plan; an unknown code falls back to `free`. */
  plan(code: string): Plan;
  readonly plans: readonly Plan[];
}

/** What an operator granted or withheld beside the plan: a boolean for a feature, a number or null for a limit. */
export interface EntitlementOverride {
  readonly code: FeatureCode | LimitCode;
  readonly value: boolean | number | null;
  readonly reason: string;
  readonly expiresAt: Instant | null;
}

/** What holds for a workspace beside its plan; what is left out does not hold. Billing writes it, and every gate reads it. */
export interface PlanTerms {
  /** Payment is overdue beyond the grace: creation is held to the limits of `free` (BIL-13). */
  readonly restricted?: boolean;
  readonly overrides?: readonly EntitlementOverride[];
  /** Monthly limits begin anew each month from this instant; without it, with the calendar month in UTC (BIL-5). */
  readonly monthlyFrom?: Instant | null;
  /** An operator chose the plan, so that no sweep puts it back. */
  readonly assigned?: boolean;
}

/** What a counter of a limit holds. */
export interface Usage {
  readonly used: number;
  /** Promised and not yet used: uploads under way, pending invitations. */
  readonly reserved: number;
}

/**
 * Counted consumption of limits, in the transaction of the thing counted (BIL-4). `period` is the first day of the
 * running month for monthly limits; the others are counted without one.
 */
export interface UsageCounters {
  /** Raises what is used by `count` if it and what is reserved stay within `limit`; one conditional update. */
  take(code: LimitCode, count: number, limit: number | null, period?: PlainDate): Promise<boolean>;
  /** Raises what is used by `count` whatever the limit says (PLT-26). */
  note(code: LimitCode, count: number, period?: PlainDate): Promise<void>;
  release(code: LimitCode, count: number, period?: PlainDate): Promise<void>;
  /** As `take`, for what is only promised yet. */
  reserve(code: LimitCode, count: number, limit: number | null): Promise<boolean>;
  /** Turns a promise into use. */
  settle(code: LimitCode, count: number): Promise<void>;
  unreserve(code: LimitCode, count: number): Promise<void>;
  counted(code: LimitCode, period?: PlainDate): Promise<Usage>;
}

/** What the caller's workspace may do on its plan. */
export interface Entitlements {
  requireFeature(code: FeatureCode): void;
  /** A limit on the size of one thing: throws `plan.limit_reached` when `value` is over it. */
  requireWithin(code: LimitCode, value: number): void;
  limit(code: LimitCode): number | null;
  /** Takes `count` of a counted limit, or throws `plan.limit_reached`. */
  take(code: LimitCode, count?: number): Promise<void>;
  /**
   * Counts what is never refused, such as the codes by SMS of a round that was already sent (PLT-26). What is used may
   * pass the limit; the capabilities of the workspace then say `overLimit`, and `take` refuses until it has fallen.
   */
  note(code: LimitCode, count?: number): Promise<void>;
  release(code: LimitCode, count?: number): Promise<void>;
  /** Holds `count` of a counted limit for what is to come, or throws `plan.limit_reached`. */
  reserve(code: LimitCode, count?: number): Promise<void>;
  /** Turns what was reserved into use. */
  settle(code: LimitCode, count?: number): Promise<void>;
  /** Gives back what was reserved. */
  unreserve(code: LimitCode, count?: number): Promise<void>;
}

/** The plan as it holds for one workspace at one moment: restriction first, then what an operator decided. */
export function effectivePlan(catalog: PlanCatalog, planCode: string, terms: PlanTerms, now: Instant): Plan {
  const plan = catalog.plan(planCode);
  if (!terms.restricted && !terms.overrides?.length) return plan;
  const features = { ...plan.features };
  const limits = { ...plan.limits };
  if (terms.restricted) {
    const least = catalog.plan('free').limits;
    for (const code of limitCodes) {
      // How often an application may ask is no creation: reading goes on as before (BIL-3).
      if (code !== 'api_requests_per_minute') limits[code] = smaller(limits[code], least[code]);
    }
  }
  for (const { code, value } of liveOverrides(terms, now)) {
    if (isFeature(code)) features[code] = value === true;
    else if (typeof value !== 'boolean') limits[code] = value;
  }
  return { ...plan, features, limits };
}

export const liveOverrides = ({ overrides = [] }: PlanTerms, now: Instant): readonly EntitlementOverride[] =>
  overrides.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);

export const isFeature = (code: FeatureCode | LimitCode): code is FeatureCode =>
  (featureCodes as readonly string[]).includes(code);

const smaller = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

/** The month that a monthly limit is counted in: its first instant and that of the next. */
export function usageMonth(
  { monthlyFrom }: PlanTerms,
  now: Instant,
): { readonly from: Instant; readonly to: Instant } {
  const start = monthlyFrom ?? '2000-01-01T00:00:00.000Z';
  const months = (at: Instant) => Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7));
  // Counted from the start each time, so that a month of 31 days begins on its 31st again after a February.
  let passed = Math.max(0, months(now) - months(start));
  if (passed > 0 && plusMonths(start, passed) > now) passed -= 1;
  return { from: plusMonths(start, passed), to: plusMonths(start, passed + 1) };
}

/** The gates of one workspace: its effective plan, and what it has used. */
export function entitlementsOf(
  plan: PlanEntitlements,
  catalog: PlanCatalog,
  usage: UsageCounters,
  month: PlainDate,
): Entitlements {
  const sufficient = (fits: (other: PlanEntitlements) => boolean) =>
    catalog.plans
      .filter(fits)
      .map(({ name }) => name)
      .join(', ') || 'none';

  const limitReached = (code: LimitCode, used: number, wanted: number) =>
    planLimitReached({
      details: [
        {
          path: '',
          code,
          message: `The plan ${plan.name} allows ${plan.limits[code]} ${code}, ${used} used. Plans that would do: ${sufficient(({ limits }) => limits[code] === null || limits[code] >= wanted)}.`,
        },
      ],
    });
  const period = (code: LimitCode) => (monthlyLimitCodes.has(code) ? month : undefined);
  const refuse = async (code: LimitCode, count: number) => {
    const { used, reserved } = await usage.counted(code, period(code));
    throw limitReached(code, used + reserved, used + reserved + count);
  };

  return {
    requireFeature(code) {
      if (plan.features[code]) return;
      throw planFeatureNotIncluded({
        details: [
          {
            path: '',
            code,
            message: `The plan ${plan.name} does not include ${code}. Plans that do: ${sufficient(({ features }) => features[code])}.`,
          },
        ],
      });
    },
    requireWithin(code, value) {
      const most = plan.limits[code];
      if (most !== null && value > most) throw limitReached(code, value, value);
    },
    limit: (code) => plan.limits[code],
    async take(code, count = 1) {
      if (!(await usage.take(code, count, plan.limits[code], period(code)))) await refuse(code, count);
    },
    note: (code, count = 1) => usage.note(code, count, period(code)),
    release: (code, count = 1) => usage.release(code, count, period(code)),
    async reserve(code, count = 1) {
      if (!(await usage.reserve(code, count, plan.limits[code]))) await refuse(code, count);
    },
    settle: (code, count = 1) => usage.settle(code, count),
    unreserve: (code, count = 1) => usage.unreserve(code, count),
  };
}

/** The plan of the workspace that a transaction has entered; kept by billing. */
export interface WorkspacePlans {
  get(): Promise<WorkspacePlan>;
  /** Puts the workspace on a plan; the workspace's version moves on. */
  assign(planCode: string, terms: PlanTerms, now: Instant): Promise<void>;
}

export interface WorkspacePlan {
  readonly planCode: string;
  readonly terms: PlanTerms;
  readonly status: 'active' | 'suspended' | 'closing' | 'closed';
}

/** The part of the entitlements that what follows from an event has: it counts, and is not refused for a feature. */
export type Counting = Pick<Entitlements, 'take' | 'note' | 'release' | 'reserve' | 'settle' | 'unreserve'>;

/**
 * Entitlements of what follows from an event: the workspace that the transaction has entered is looked up at each count, since
 * no credential has said which plan it is on.
 */
export function followUpEntitlements(
  catalog: PlanCatalog,
  repositories: () => { readonly workspacePlans: WorkspacePlans; readonly usage: UsageCounters },
  now: Instant,
): Counting {
  const counting = async () => {
    const { workspacePlans, usage } = repositories();
    const { planCode, terms } = await workspacePlans.get();
    const plan = effectivePlan(catalog, planCode, terms, now);
    return entitlementsOf(plan, catalog, usage, usageMonth(terms, now).from.slice(0, 10));
  };
  return {
    take: async (code, count) => (await counting()).take(code, count),
    note: async (code, count) => (await counting()).note(code, count),
    release: async (code, count) => (await counting()).release(code, count),
    reserve: async (code, count) => (await counting()).reserve(code, count),
    settle: async (code, count) => (await counting()).settle(code, count),
    unreserve: async (code, count) => (await counting()).unreserve(code, count),
  };
}

/** For questions about features alone: counts nothing. */
export const noCounters: UsageCounters = {
  take: async () => true,
  note: async () => undefined,
  release: async () => undefined,
  reserve: async () => true,
  settle: async () => undefined,
  unreserve: async () => undefined,
  counted: async () => ({ used: 0, reserved: 0 }),
};
