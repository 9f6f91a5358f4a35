import type { governance as core } from '@chancery/core';
import { plannedAnew } from '../kernel/planned.ts';
import type { Sql } from '../kernel/sql.ts';
import { timely } from '../kernel/timely.ts';
import {
  caseOpens,
  caseReach,
  type Given,
  grantedCases,
  openedFor,
  parameters,
  type ReachingAs,
  reachingAs,
  subjectFor,
} from '../records/reach.ts';
import { tooSlow } from './too-slow.ts';

/** Columns of numbers with their cells: `name` and `name_labelled`. */
export type Cells<N extends string> = { readonly [K in N | `${N}_labelled`]: number | null };

export const cellOf = <N extends string>(row: Cells<N>, name: N): core.Cell => ({
  value: row[name],
  labelledCases: row[`${name}_labelled`] ?? 0,
});

export interface ReportParts {
  readonly values: unknown[];
  readonly given: Given;
  readonly as: ReachingAs;
  /** The step that `cases` and `casesOf` need; `onlyRow` begins with it. */
  readonly granted: string;
  /** The cases `c` with what the caller is to them. */
  readonly cases: string;
  /** The same, of the rows of another table that name their case. */
  readonly casesOf: (table: string) => string;
  /** Whether everything counts but what is behind a wall for the caller. */
  readonly countsEverything: boolean;
  /** Whether something with these labels counts. */
  readonly counts: (mask: string, isAuthor?: string) => string;
  /** Whether it is labelled and the caller does not see it. */
  readonly isLabelled: (mask: string, isAuthor?: string) => string;
  /** Subjects `s` by themselves, where no filter asks for cases: what of them counts, and what of that is not seen. */
  readonly subjects: () => { readonly counts: string; readonly isLabelled: string } | null;
  /** Whether an instant lies in the period. */
  readonly within: (instant: string) => string;
}

/** What all parts of a report begin with: which cases there are for it, and what of them counts. */
export function reportParts(
  workspaceId: string,
  { reach, countsAll, period, caseType, memberUserId }: core.Reporting,
): ReportParts {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const masks = given(reach.masks);
  const [from, to] = [period.startsAt, period.endsAt].map((instant) => {
    // A parameter that the statement does not use is not given.
    let name: string | undefined;
    return () => {
      name ??= `${given(instant)}::timestamptz`;
      return name;
    };
  }) as [() => string, () => string];
  const { member } = caseReach(as);
  // A look at access for a time for each of very many cases would take longer than all the rest.
  const joins = `${member} left join granted g on g.id = c.id`;
  const filters = filtersOf({ caseType, memberUserId }, as, given);
  const isSeen = (mask: string, isAuthor = 'false') =>
    `coalesce((${mask} & ~${caseOpens(as, isAuthor)}) = 0 and ${openedFor(mask, masks, as, isAuthor)}, false)`;
  return {
    ...{ values, given, as },
    get granted() {
      return grantedCases(as);
    },
    countsEverything: countsAll && caseType === null && memberUserId === null,
    cases: `record_cases c ${joins}`,
    casesOf: (table) => `join record_cases c on c.workspace_id = $1 and c.id = ${table}.case_id ${joins}`,
    counts: (mask, isAuthor) =>
      ['c.workspace_id = $1', ...filters, ...(countsAll ? [] : [isSeen(mask, isAuthor)])].join(' and '),
    isLabelled: (mask, isAuthor) => `(${mask} > 1 and not ${isSeen(mask, isAuthor)})`,
    subjects() {
      if (caseType !== null || memberUserId !== null) return null;
      const { seen, opened } = subjectFor(reach, given);
      const isPassed = `coalesce(${seen} and ${opened}, false)`;
      return {
        counts: countsAll ? 'true' : isPassed,
        isLabelled: `(s.effective_mask > 1 and not ${isPassed})`,
      };
    },
    within: (instant) => `(${instant} >= ${from()} and ${instant} < ${to()})`,
  };
}

/** Which cases are counted at all: none behind a wall for the caller, and those that were asked for. */
function filtersOf(
  { caseType, memberUserId }: Pick<core.Reporting, 'caseType' | 'memberUserId'>,
  as: ReachingAs,
  given: Given,
): readonly string[] {
  return [
    `${as.user} <> all(c.blocked_user_ids)`,
    ...(caseType === null ? [] : [`c.case_type = ${given(caseType)}`]),
    ...(memberUserId === null
      ? []
      : [
          `exists (select from case_members o where o.workspace_id = $1 and o.case_id = c.id and o.user_id = ${given(memberUserId)}
             and o.ended_at is null and (o.ends_at is null or o.ends_at > ${as.at}))`,
        ]),
  ];
}

/** How many rows of `r` fulfil a condition, and in how many labelled cases they are. */
export const counted = (name: string, condition: string): string =>
  `count(*) filter (where ${condition})::integer ${name}, count(distinct r.case_id) filter (where ${condition} and r.labelled)::integer ${name}_labelled`;

/** The value below which a part of the rows lies, by linear interpolation, to one decimal. */
export const percentile = (name: string, part: number, of: string, condition: string): string =>
  `round((percentile_cont(${part}) within group (order by ${of}) filter (where ${condition}))::numeric, 1)::double precision ${name},
   count(distinct r.case_id) filter (where ${condition} and r.labelled)::integer ${name}_labelled`;

/**
 * The one row that an aggregate over cases answers with, or the failure of a count that takes too long (GOV-47). Its text begins with
 * its own steps, which may use all parts.
 */
export async function onlyRow<R extends object>(
  sql: Sql,
  { values, granted }: Pick<ReportParts, 'values' | 'granted'>,
  text: string,
): Promise<R> {
  const [row] = await timely(sql, () => plannedAnew<R>(sql, `with ${granted}, ${text}`, values), tooSlow);
  if (row === undefined) throw new TypeError('An aggregate without a row');
  return row;
}
