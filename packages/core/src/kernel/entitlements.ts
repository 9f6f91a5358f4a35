import { planFeatureNotIncluded, planLimitReached } from './errors.ts';

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
] as const;
export type LimitCode = (typeof limitCodes)[number];

export interface PlanEntitlements {
  readonly code: string;
  readonly name: string;
  readonly features: Readonly<Record<FeatureCode, boolean>>;
  /** Null is unlimited. */
  readonly limits: Readonly<Record<LimitCode, number | null>>;
}

export interface PlanCatalog {
  /** The plan's entitlements; an unknown code falls back to `free`. */
  plan(code: string): PlanEntitlements;
  readonly plans: readonly PlanEntitlements[];
}

/** Counted consumption of limits, in the transaction of the thing counted (BIL-4). */
export interface UsageCounters {
  /** Raises the counter by `count` where it stays within `limit`; one conditional update. False where it would not. */
  take(code: LimitCode, count: number, limit: number | null): Promise<boolean>;
  release(code: LimitCode, count: number): Promise<void>;
  used(code: LimitCode): Promise<number>;
}

/** What the caller's workspace may do on its plan. */
export interface Entitlements {
  requireFeature(code: FeatureCode): void;
  /** A bound on one thing: throws `plan.limit_reached` when `value` is over it. */
  requireWithin(code: LimitCode, value: number): void;
  limit(code: LimitCode): number | null;
  /** Takes `count` of a counted limit, or throws `plan.limit_reached`. */
  take(code: LimitCode, count?: number): Promise<void>;
  release(code: LimitCode, count?: number): Promise<void>;
}

export function entitlementsOf(
  plan: PlanEntitlements,
  catalog: PlanCatalog,
  usage: UsageCounters,
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
      if (await usage.take(code, count, plan.limits[code])) return;
      const used = await usage.used(code);
      throw limitReached(code, used, used + count);
    },
    release: (code, count = 1) => usage.release(code, count),
  };
}
