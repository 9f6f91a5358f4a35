import type { governance as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { isOverdue } from './authorization-list.ts';
import { emergenciesOf, labelledIn, reviewedCases, reviewsIn } from './report-governance.ts';
import { type Cells, cellOf, counted, onlyRow, percentile, type ReportParts } from './report-parts.ts';

const mask = 'c.effective_mask';

/** From what was asked for to its first release. */
export async function disclosureTurnaround(
  sql: Sql,
  parts: ReportParts,
  today: string,
): Promise<core.DisclosureTurnaround> {
  const { given, casesOf, counts, isLabelled, within } = parts;
  type Row = Cells<'requested' | 'decided' | 'released' | 'denied' | 'median_days' | 'p90_days' | 'overdue'>;
  const days = "date_part('epoch', r.released_at - r.requested_at) / 86400";
  const row = await onlyRow<Row>(
    sql,
    parts,
    `r as materialized (
       select a.case_id, ${isLabelled(mask)} labelled, a.status, a.requested_at, a.decided_at, ${isOverdue(given(today))} late,
         (select min(p.released_at) from release_packages p where p.workspace_id = $1 and p.authorization_id = a.id) released_at
       from disclosure_authorizations a ${casesOf('a')} where a.workspace_id = $1 and ${counts(mask)}
     )
     select ${counted('requested', within('r.requested_at'))}, ${counted('decided', `coalesce(${within('r.decided_at')}, false)`)},
       ${counted('released', `coalesce(${within('r.released_at')}, false)`)},
       ${counted('denied', `coalesce(${within('r.decided_at')}, false) and r.status = 'denied'`)},
       ${percentile('median_days', 0.5, days, within('r.released_at'))}, ${percentile('p90_days', 0.9, days, within('r.released_at'))},
       ${counted('overdue', 'r.late')} from r`,
  );
  return {
    requested: cellOf(row, 'requested'),
    decided: cellOf(row, 'decided'),
    released: cellOf(row, 'released'),
    denied: cellOf(row, 'denied'),
    medianDays: cellOf(row, 'median_days'),
    p90Days: cellOf(row, 'p90_days'),
    overdue: cellOf(row, 'overdue'),
  };
}

/** What was asked to be changed in entries. */
export async function amendmentsOf(
  sql: Sql,
  parts: ReportParts,
  today: string,
): Promise<core.ReportedAmendments> {
  const { given, casesOf, counts, isLabelled, within } = parts;
  type Row = Cells<'requested' | 'accepted' | 'denied' | 'overdue'>;
  const decided = `coalesce(${within('r.decided_at')}, false)`;
  const row = await onlyRow<Row>(
    sql,
    parts,
    `r as materialized (
       select e.case_id, ${isLabelled('e.effective_mask')} labelled, a.status, a.created_at, a.decided_at, a.due_on
       from amendments a join record_entries e on e.workspace_id = $1 and e.id = a.entry_id ${casesOf('e')}
       where a.workspace_id = $1 and ${counts('e.effective_mask')}
     )
     select ${counted('requested', within('r.created_at'))},
       ${counted('accepted', `${decided} and r.status in ('accepted', 'partially_accepted', 'fulfilled')`)},
       ${counted('denied', `${decided} and r.status = 'denied'`)},
       ${counted('overdue', `r.status = 'requested' and r.due_on < ${given(today)}::date`)} from r`,
  );
  return {
    requested: cellOf(row, 'requested'),
    accepted: cellOf(row, 'accepted'),
    denied: cellOf(row, 'denied'),
    overdue: cellOf(row, 'overdue'),
  };
}

const steps = ['entries', 'amendments', 'authorizations', 'packages', 'emergencies', 'access'] as const;
const reviews = 'dispositions';
const ofEntry = 'join record_entries e on e.workspace_id = $1 and e.id = x.entry_id';

/** Where each step is noted, the instant at which it was decided, and the labels that count; changes of clearances are about no case. */
const notedSteps = [
  { step: 'entries', rows: `record_entry_versions x ${ofEntry}`, decidedAt: 'x.approved_at', of: 'e' },
  { step: 'amendments', rows: `amendments x ${ofEntry}`, decidedAt: 'x.decided_at', of: 'e' },
  { step: 'authorizations', rows: 'disclosure_authorizations x', decidedAt: 'x.decided_at', of: 'x' },
  { step: 'packages', rows: 'release_packages x', decidedAt: 'x.approved_at', of: 'x' },
] as const;

/** What one person decided alone (SPR-7). */
export async function singlePersonSteps(sql: Sql, parts: ReportParts): Promise<core.SinglePersonSteps> {
  const { casesOf, counts, isLabelled, within } = parts;
  const noted = notedSteps.map(({ step, rows, decidedAt, of }) => {
    const labels = of === 'e' ? 'e.effective_mask' : mask;
    return `select '${step}' step, ${of}.case_id, ${isLabelled(labels)} labelled from ${rows} ${casesOf(of)}
      where x.workspace_id = $1 and x.single_person and ${within(decidedAt)} and ${counts(labels)}`;
  });
  const row = await onlyRow<Cells<(typeof steps)[number] | typeof reviews>>(
    sql,
    parts,
    `r as materialized (
       ${noted.join(' union all ')}
       union all select 'emergencies', b.case_id, b.labelled from (${emergenciesOf(parts)}) b
         where (b.review->>'singlePerson')::boolean and ${within("(b.review->>'reviewedAt')::timestamptz")}
       union all select 'access', null::uuid, false from member_clearances x
         where x.workspace_id = $1 and x.single_person and ${within('x.changed_at')}
     ), x as (${reviewedCases(parts, `v.single_person and ${within('v.decided_at')}`)})
     select ${steps.map((step) => counted(step, `r.step = '${step}'`)).join(', ')},
       (select ${reviewsIn('x')} from x) ${reviews}, (select ${labelledIn('x')} from x) ${reviews}_labelled from r`,
  );
  return {
    entries: cellOf(row, 'entries'),
    amendments: cellOf(row, 'amendments'),
    authorizations: cellOf(row, 'authorizations'),
    packages: cellOf(row, 'packages'),
    breakGlass: cellOf(row, 'emergencies'),
    dispositions: cellOf(row, reviews),
    access: cellOf(row, 'access'),
  };
}
