import { governance as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { isAmongHeld } from './held-cases.ts';
import { type Cells, cellOf, counted, onlyRow, percentile, type ReportParts } from './report-parts.ts';

const mask = 'c.effective_mask';
const longDays = 90;

/** The cases of disposition reviews `v` that count, each with its review. */
export const reviewedCases = ({ casesOf, counts, isLabelled }: ReportParts, condition: string): string => `
  select i.review_id, i.case_id, ${isLabelled(mask)} labelled
  from disposition_reviews v join disposition_items i on i.workspace_id = $1 and i.review_id = v.id ${casesOf('i')}
  where v.workspace_id = $1 and ${condition} and ${counts(mask)}`;
export const reviewsIn = (rows: string): string => `count(distinct ${rows}.review_id)::integer`;
export const labelledIn = (rows: string): string =>
  `(count(distinct ${rows}.case_id) filter (where ${rows}.labelled))::integer`;

/** Which cases are kept longer than they have to be, by the day on the calendar of the workspace. */
export async function retentionBacklog(
  sql: Sql,
  parts: ReportParts,
  day: string,
): Promise<core.RetentionBacklog> {
  const { given, casesOf, counts, isLabelled } = parts;
  const today = `${given(day)}::date`;
  const counting = `r.state = any(${given([core.fallsDue.from, core.fallsDue.to])}::text[])`;
  const isDue = `${counting} and r.due_on <= ${today}`;
  const waiting = `v.status = any(${given(core.dispositionReviewStates.step('approve').from)}::text[])`;
  type Counted = 'due' | 'overdue' | 'on_hold' | 'soon' | 'reviews';
  const row = await onlyRow<Cells<Counted> & { readonly oldest: string | null }>(
    sql,
    parts,
    `r as materialized (
       select k.case_id, k.state, k.due_on, ${isLabelled(mask)} labelled, ${isAmongHeld('k.case_id')} held
       from retention_clocks k ${casesOf('k')} where k.workspace_id = $1 and k.state <> 'disposed' and ${counts(mask)}
     ), x as (${reviewedCases(parts, waiting)})
     select a.*, b.* from (select ${counted('due', isDue)}, min(r.due_on) filter (where ${isDue}) oldest,
         ${counted('overdue', `${counting} and r.due_on < ${today} - ${longDays}`)}, ${counted('on_hold', 'r.held')},
         ${counted('soon', `${counting} and r.due_on > ${today} and r.due_on <= ${today} + ${longDays}`)} from r) a,
       (select ${reviewsIn('x')} reviews, ${labelledIn('x')} reviews_labelled from x) b`,
  );
  const due = cellOf<Counted>(row, 'due');
  return {
    due,
    overdueDays90: cellOf<Counted>(row, 'overdue'),
    onHold: cellOf<Counted>(row, 'on_hold'),
    dueNext90Days: cellOf<Counted>(row, 'soon'),
    oldestDueOn: { ...due, value: row.oldest },
    reviewsPending: cellOf<Counted>(row, 'reviews'),
  };
}

/** The emergencies that count; one that is about a subject is counted by the labels of that, and stands for a case. */
export function emergenciesOf({ casesOf, counts, isLabelled, subjects }: ReportParts): string {
  const columns = 'b.status, b.started_at, b.expires_at, b.ended_at, b.review_due_at, b.review';
  const ofCases = `select b.case_id, ${isLabelled(mask)} labelled, ${columns}
    from break_glass_sessions b ${casesOf('b')} where b.workspace_id = $1 and ${counts(mask)}`;
  const bySubject = subjects();
  if (bySubject === null) return ofCases;
  return `${ofCases} union all
    select b.subject_id, ${bySubject.isLabelled}, ${columns}
    from break_glass_sessions b join subjects s on s.workspace_id = $1 and s.id = b.subject_id
    where b.workspace_id = $1 and b.case_id is null and ${bySubject.counts}`;
}

/** What was opened in emergencies, and what was found of that. */
export async function reportedEmergencies(sql: Sql, parts: ReportParts): Promise<core.ReportedEmergencies> {
  const { given, as, within } = parts;
  const reviewed = "(r.review->>'reviewedAt')::timestamptz";
  const { states, isFinal, step } = core.emergencyStates;
  const isOneOf = (those: readonly string[]) => `r.status = any(${given(those)}::text[])`;
  const foundAs = (those: readonly string[]) => `coalesce(${within(reviewed)}, false) and ${isOneOf(those)}`;
  const final = states.filter((status) => isFinal(status));
  const undecided = isOneOf(states.filter((status) => !isFinal(status)));
  const isOver = `(not ${isOneOf(step('end').from)} or r.expires_at <= ${as.at})`;
  const hours = `date_part('epoch', ${reviewed} - coalesce(r.ended_at, r.expires_at)) / 3600`;
  type Counted = 'sessions' | 'justified' | 'unjustified' | 'awaiting' | 'overdue' | 'hours';
  const row = await onlyRow<Cells<Counted>>(
    sql,
    parts,
    `r as materialized (${emergenciesOf(parts)})
     select ${counted('sessions', within('r.started_at'))}, ${counted('justified', foundAs([step('justify').to]))},
       ${counted('unjustified', foundAs([step('condemn').to]))}, ${counted('awaiting', `${undecided} and ${isOver}`)},
       ${counted('overdue', `${undecided} and r.review_due_at <= ${as.at}`)}, ${percentile('hours', 0.5, hours, foundAs(final))} from r`,
  );
  return {
    sessions: cellOf(row, 'sessions'),
    justified: cellOf(row, 'justified'),
    unjustified: cellOf(row, 'unjustified'),
    awaitingReview: cellOf(row, 'awaiting'),
    overdue: cellOf(row, 'overdue'),
    medianReviewHours: cellOf(row, 'hours'),
  };
}
