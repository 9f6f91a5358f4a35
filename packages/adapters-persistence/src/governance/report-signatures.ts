import type { governance as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { type Cells, cellOf, counted, onlyRow, percentile, type ReportParts } from './report-parts.ts';

const mask = 'e.effective_mask';
const authoredBy = ({ as }: ReportParts): string => `e.author_user_id = ${as.user}`;

/** How long signatures take, and which are overdue. */
export async function signatureLatency(sql: Sql, parts: ReportParts): Promise<core.SignatureLatency> {
  const { as, casesOf, counts, isLabelled } = parts;
  const isAuthor = authoredBy(parts);
  const { steps, rows } = parts.countsEverything ? allSigned(parts) : signedOfCases(parts);
  type Row = Cells<'finalized' | 'median_hours' | 'p90_hours' | 'over_72h' | 'overdue'>;
  const row = await onlyRow<Row>(
    sql,
    parts,
    // Very many rows are counted as they come: to keep them first takes as long as to find them.
    `${steps.map((step) => `${step}, `).join('')}unsigned as materialized (
       select e.case_id, ${isLabelled(mask, isAuthor)} labelled from record_entries e ${casesOf('e')}
       where e.workspace_id = $1 and e.signature_due_at < ${as.at} and ${counts(mask, isAuthor)}
     )
     select a.*, b.* from (select ${counted('finalized', 'true')}, ${percentile('median_hours', 0.5, 'r.hours', 'true')},
         ${percentile('p90_hours', 0.9, 'r.hours', 'true')}, ${counted('over_72h', 'r.hours > 72')} from (${rows} offset 0) r) a,
       (select ${counted('overdue', 'true')} from unsigned r) b`,
  );
  return {
    finalized: cellOf(row, 'finalized'),
    medianHours: cellOf(row, 'median_hours'),
    p90Hours: cellOf(row, 'p90_hours'),
    over72h: cellOf(row, 'over_72h'),
    unsignedOverdue: cellOf(row, 'overdue'),
  };
}

interface Signed {
  readonly steps: readonly string[];
  readonly rows: string;
}

/**
 * A version that was submitted once says itself when; only what was submitted again is looked up. `extract` would give decimal
 * numbers, which take longer to divide and to sort.
 */
const hours = `date_part('epoch', v.finalized_at - case when v.submission = 1 then v.submitted_at else (select s.submitted_at
  from record_entry_submissions s
  where s.workspace_id = $1 and s.entry_id = v.entry_id and s.number = v.number and s.submission = 1) end) / 3600 hours`;

/** What was signed, each with its entry and its case. */
function signedOfCases(parts: ReportParts): Signed {
  const { casesOf, counts, isLabelled, within } = parts;
  const isAuthor = authoredBy(parts);
  return {
    steps: [],
    rows: `select e.case_id, ${isLabelled(mask, isAuthor)} labelled, ${hours}
      from record_entry_versions v join record_entries e on e.workspace_id = $1 and e.id = v.entry_id ${casesOf('e')}
      where v.workspace_id = $1 and ${within('v.finalized_at')} and ${counts(mask, isAuthor)}`,
  };
}

/** The same for whoever counts everything: only the few that are labelled, and those behind a wall, are looked up. */
function allSigned(parts: ReportParts): Signed {
  const { as, casesOf, isLabelled, within } = parts;
  return {
    steps: [
      `labelled as materialized (select e.id, e.case_id from record_entries e ${casesOf('e')}
        where e.workspace_id = $1 and ${isLabelled(mask, authoredBy(parts))})`,
      `walled as materialized (select e.id from record_cases c join record_entries e on e.workspace_id = $1 and e.case_id = c.id
        where c.workspace_id = $1 and ${as.user} = any(c.blocked_user_ids))`,
    ],
    rows: `select l.case_id, l.id is not null labelled, ${hours}
      from record_entry_versions v left join labelled l on l.id = v.entry_id
      where v.workspace_id = $1 and ${within('v.finalized_at')} and v.entry_id not in (select id from walled)`,
  };
}
