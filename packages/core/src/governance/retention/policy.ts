import { machine } from '../../kernel/machine.ts';
import type { Period } from '../../kernel/plain-dates.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import { retentionPolicyInvalidState } from './errors.ts';
import type { RetentionRule } from './retention-clock.ts';

/** The life of a policy (governance 5.7). What is over is kept, because clocks and certificates name it. */
export const retentionPolicyStates = machine(retentionPolicyInvalidState, ['draft'], {
  draft: { activate: 'active', retire: 'retired' },
  active: { supersede: 'superseded', retire: 'retired' },
  superseded: {},
  retired: {},
});

/** How long cases are kept, from when on, and what follows (governance 4.7). */
export interface RetentionPolicy {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly jurisdiction: string | null;
  readonly legalBasis: string;
  readonly trigger: RetentionRule['trigger'];
  readonly fixedDate: PlainDate | null;
  /** An ISO 8601 duration, such as `P10Y`. */
  readonly period: string | null;
  readonly majorityAge: number | null;
  readonly untilAge: number | null;
  readonly action: RetentionRule['action'];
  /** Whether a disposition also clears a subject that has no other case. */
  readonly includeSubject: boolean;
  readonly status: (typeof retentionPolicyStates.states)[number];
  readonly effectiveFrom: PlainDate | null;
  readonly supersedesPolicyId: string | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedByUserId: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

const periodForm = /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,5})D)?$/;
const longestYears = 120;

/** The period of an ISO 8601 duration of years, months and days between one day and 120 years; null if it is none. */
export function periodOf(text: string): Period | null {
  const found = periodForm.exec(text);
  if (found === null || text === 'P') return null;
  const [years = 0, months = 0, days = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const isNothing = years + months + days === 0;
  const isTooLong = years + months / 12 + days / 365 > longestYears;
  return isNothing || isTooLong ? null : { years, months, days };
}

/** What the policy says, as clocks are computed from it. */
export const ruleOf = ({
  trigger,
  fixedDate,
  period,
  action,
  majorityAge,
  untilAge,
}: RetentionPolicy): RetentionRule => ({
  ...{ trigger, fixedDate, action },
  period: period === null ? null : periodOf(period),
  minor: majorityAge === null || untilAge === null ? null : { majorityAge, untilAge },
});

/** The life of an assignment: it holds until another one takes its place, or its policy is retired. */
export const retentionAssignmentStates = machine(retentionPolicyInvalidState, ['active'], {
  active: { supersede: 'superseded' },
  superseded: {},
});

export const assignmentTargets = ['case', 'case_type', 'workspace'] as const;

/** Which policy holds for a case, for all cases of a type, or for the whole workspace. */
export interface RetentionAssignment {
  readonly id: string;
  readonly policyId: string;
  readonly targetKind: (typeof assignmentTargets)[number];
  readonly targetCaseId: string | null;
  readonly targetCode: string | null;
  readonly reason: string;
  readonly status: (typeof retentionAssignmentStates.states)[number];
  readonly assignedByUserId: string;
  readonly assignedAt: Instant;
}
