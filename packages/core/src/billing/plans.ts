import {
  type FeatureCode,
  featureCodes,
  type LimitCode,
  limitCodes,
  type PlanCatalog,
  type PlanEntitlements,
} from '../kernel/entitlements.ts';

/** The built-in plans (platform 2.8): the rungs of the ladder, each with what the one before it lacks. */
const ladder: readonly {
  readonly code: string;
  readonly name: string;
  readonly adds: readonly FeatureCode[];
}[] = [
  {
    code: 'free',
    name: 'Free',
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
    adds: ['workspace_meeting_templates', 'document_lifecycle', 'api_integrations', 'webhooks'],
  },
  {
    code: 'business',
    name: 'Business',
    adds: ['webinars', 'signing_sms_otp', 'professional_records', 'records_governance', 'disclosure_portal'],
  },
  { code: 'enterprise', name: 'Enterprise', adds: ['records_intelligence'] },
  { code: 'self_hosted', name: 'Self-hosted', adds: [] },
];

const gibibyte = 2 ** 30;
const mebibyte = 2 ** 20;

/** One row per limit, one column per rung; null is unlimited. */
const limitRows: Readonly<Record<LimitCode, readonly (number | null)[]>> = {
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
};

export const builtInPlans: PlanCatalog = catalogOf(
  ladder.map(({ code, name }, rung) => {
    const included = new Set(ladder.slice(0, rung + 1).flatMap(({ adds }) => adds));
    return {
      code,
      name,
      features: byCode(featureCodes, (feature) => included.has(feature)),
      limits: byCode(limitCodes, (limit) => limitRows[limit][rung] ?? null),
    };
  }),
);

export function catalogOf(plans: readonly PlanEntitlements[]): PlanCatalog {
  const [fallback] = plans;
  if (fallback === undefined) throw new TypeError('A plan catalog needs at least one plan');
  return { plans, plan: (code) => plans.find((plan) => plan.code === code) ?? fallback };
}

function byCode<C extends string, V>(codes: readonly C[], entryOf: (code: C) => V): Readonly<Record<C, V>> {
  // Every code is in the list, so the record is whole; Object.fromEntries cannot say so.
  return Object.fromEntries(codes.map((code) => [code, entryOf(code)])) as Record<C, V>;
}
