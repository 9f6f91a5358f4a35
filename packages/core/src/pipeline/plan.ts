import {
  effectivePlan,
  liveOverrides,
  type Plan,
  type PlanTerms,
  usageMonth,
} from '../kernel/entitlements.ts';
import type { CallerWorkspace, Principal } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import type { ChanceryPorts } from './ports.ts';

/** A plan as it holds now, and the first day of its month of monthly limits. */
interface PlanNow {
  readonly plan: Plan;
  readonly month: string;
}

type Asked = Pick<ChanceryPorts, 'plans' | 'settings'>;

interface Found extends PlanNow {
  readonly plans: ChanceryPorts['plans'];
  readonly planCode: string;
  /** It holds from one instant until before another: the end of its month, or of something that an operator granted. */
  readonly from: Instant;
  readonly until: Instant;
}

const noTerms: PlanTerms = {};
/** By the terms as they were read: whoever is remembered is asked for several times in a call, and in many calls. */
const found = new WeakMap<PlanTerms, Found>();

/** The plan of a workspace; without a workspace, the default plan. */
export function planOn(
  { plans, settings }: Asked,
  workspace: Pick<CallerWorkspace, 'planCode' | 'planTerms'> | null,
  now: Instant,
): PlanNow {
  const terms = workspace?.planTerms ?? noTerms;
  const planCode = workspace?.planCode ?? settings.defaultPlanCode;
  const known = found.get(terms);
  if (
    known !== undefined &&
    known.plans === plans &&
    known.planCode === planCode &&
    known.from <= now &&
    now < known.until
  )
    return known;
  const { from, to } = usageMonth(terms, now);
  const ends = liveOverrides(terms, now).flatMap(({ expiresAt }) => expiresAt ?? []);
  const made: Found = {
    plans,
    planCode,
    plan: effectivePlan(plans, planCode, terms, now),
    month: from.slice(0, 10),
    from: now,
    until: [to, ...ends].reduce((first, end) => (end < first ? end : first)),
  };
  found.set(terms, made);
  return made;
}

/** The plan of the caller's workspace. */
export const planOf = (ports: Asked, principal: Principal, now: Instant): PlanNow =>
  planOn(ports, principal.kind === 'public' ? null : principal.workspace, now);
