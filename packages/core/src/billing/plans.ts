import { hexOf, sha256 } from '../kernel/crypto.ts';
import {
  type FeatureCode,
  featureCodes,
  type LimitCode,
  limitCodes,
  type Plan,
  type PlanCatalog,
  type PlanPrice,
} from '../kernel/entitlements.ts';
import { canonicalJson } from '../kernel/ledger/index.ts';

interface Tier {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly isPublic: boolean;
  readonly trialDays: number;
  readonly prices: readonly PlanPrice[];
  /** The features that the tier before it lacks. */
  readonly adds: readonly FeatureCode[];
}

const perSeat = (month: number, year: number): readonly PlanPrice[] => [
  { interval: 'month', currency: 'USD', unitAmount: month, perSeat: true },
  { interval: 'year', currency: 'USD', unitAmount: year, perSeat: true },
];

/** The built-in plans (platform 2.8), each with the features that the one before it lacks. */
const tiers: readonly Tier[] = [
  {
    code: 'free',
    name: 'Free',
    description: 'Meetings, signing and file requests for a few people.',
    isPublic: true,
    trialDays: 0,
    prices: [],
    adds: [
      'meetings_scheduled',
      'meetings_instant',
      'meetings_recurring',
      'document_signing',
      'client_file_requests',
    ],
  },
  {
    code: 'team',
    name: 'Team',
    description: 'Templates, document lifecycle, API and webhooks for a team.',
    isPublic: true,
    trialDays: 14,
    prices: perSeat(1200, 12_000),
    adds: ['workspace_meeting_templates', 'document_lifecycle', 'api_integrations', 'webhooks'],
  },
  {
    code: 'business',
    name: 'Business',
    description: 'Webinars, SMS codes, professional records and their governance.',
    isPublic: true,
    trialDays: 14,
    prices: perSeat(2400, 24_000),
    adds: ['webinars', 'signing_sms_otp', 'professional_records', 'records_governance', 'disclosure_portal'],
  },
  {
    code: 'enterprise',
    name: 'Enterprise',
    description: 'Everything without counted limits; the price on request.',
    isPublic: true,
    trialDays: 0,
    prices: [],
    adds: ['records_intelligence'],
  },
  {
    code: 'self_hosted',
    name: 'Self-hosted',
    description: 'Everything, on your own machine.',
    isPublic: false,
    trialDays: 0,
    prices: [],
    adds: [],
  },
];

const gibibyte = 2 ** 30;
const mebibyte = 2 ** 20;

/** One entry per limit, with one value per tier; null means unlimited. */
const limitsByTier: Readonly<Record<LimitCode, readonly (number | null)[]>> = {
  members: [3, 25, 250, null, null],
  guests: [5, 100, 1000, null, null],
  storage_bytes: [2 * gibibyte, 100 * gibibyte, 1024 * gibibyte, null, null],
  upload_max_bytes: [100 * mebibyte, 2 * gibibyte, 5 * gibibyte, 10 * gibibyte, 10 * gibibyte],
  meeting_duration_minutes: [45, 1440, 1440, 1440, 1440],
  meeting_participants: [10, 100, 300, 1000, 1000],
  meeting_invitees: [50, 300, 1000, 1000, 1000],
  webinar_attendees: [0, 0, 1000, 10_000, 10_000],
  envelopes_per_month: [5, 100, 1000, null, null],
  sms_per_month: [0, 0, 500, null, null],
  subjects: [0, 0, 100_000, null, null],
  open_cases: [0, 0, 50_000, null, null],
  projects: [3, 100, 1000, null, null],
  api_keys: [0, 10, 50, 200, 200],
  api_requests_per_minute: [0, 120, 600, 6000, 6000],
  webhook_endpoints: [0, 5, 25, 100, 100],
  mails_per_day: [200, 2000, 10_000, 50_000, 5000],
};

/** A plan as it is written, before the hash of its content is known. */
export type PlanEdition = Omit<Plan, 'hash'> & { readonly hash?: string };

export const builtInPlans: PlanCatalog = catalogOf(
  tiers.map(({ adds: _, ...tier }, index) => {
    const included = new Set(tiers.slice(0, index + 1).flatMap(({ adds }) => adds));
    return {
      ...tier,
      sortOrder: index,
      features: byCode(featureCodes, (feature) => included.has(feature)),
      limits: byCode(limitCodes, (limit) => limitsByTier[limit][index] ?? null),
    };
  }),
);

/** The plans by code, each with the hash of its content. An unknown code yields `free`, or the first plan if there is no such. */
export function catalogOf(editions: readonly PlanEdition[]): PlanCatalog {
  const plans = editions.map(({ hash: _, ...plan }): Plan => ({ ...plan, hash: hashOf(plan) }));
  const fallback = plans.find(({ code }) => code === 'free') ?? plans[0];
  if (fallback === undefined) throw new TypeError('A plan catalog needs at least one plan');
  return { plans, plan: (code) => plans.find((plan) => plan.code === code) ?? fallback };
}

function hashOf(plan: Omit<Plan, 'hash'>): string {
  return hexOf(sha256(canonicalJson(plan)));
}

function byCode<C extends string, V>(codes: readonly C[], entryOf: (code: C) => V): Readonly<Record<C, V>> {
  // Every code is in the list, so the record is whole; Object.fromEntries cannot say so.
  return Object.fromEntries(codes.map((code) => [code, entryOf(code)])) as Record<C, V>;
}
