import { effectivePlan, type Plan, type PlanTerms, usageMonth } from '../kernel/entitlements.ts';
import type { CallerWorkspace, Principal } from '../kernel/principal.ts';
import type { ChanceryPorts } from './ports.ts';

/** A plan as it holds now, and the first day of its month of monthly limits. */
interface PlanNow {
  readonly plan: Plan;
  readonly month: string;
}

type Asked = Pick<ChanceryPorts, 'plans' | 'settings'>;

/** The plan of a workspace; without a workspace, the default plan. */
export function planOn(
  { plans, settings }: Asked,
  workspace: Pick<CallerWorkspace, 'planCode' | 'planTerms'> | null,
  now: string,
): PlanNow {
  const terms: PlanTerms = workspace?.planTerms ?? {};
  return {
    plan: effectivePlan(plans, workspace?.planCode ?? settings.defaultPlanCode, terms, now),
    month: usageMonth(terms, now).from.slice(0, 10),
  };
}

/** The plan of the caller's workspace. */
export const planOf = (ports: Asked, principal: Principal, now: string): PlanNow =>
  planOn(ports, principal.kind === 'public' ? null : principal.workspace, now);
