import { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { caseOpens, caseReach, type Given, hasGrants, openedFor, parameters, reachingAs } from './reach.ts';

type Listed = core.RecordEntry & { readonly withheld: number | null };

/** One page of a case, and what is withheld of the whole list, in one statement. */
export async function listEntries(
  sql: Sql,
  { workspaceId, selection }: { readonly workspaceId: string; readonly selection: string },
  caseId: string,
  { filter, reach, after, limit }: core.EntriesAsked,
): Promise<core.EntryPage> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const isAuthor = `e.author_user_id = ${as.user}`;
  const inCase = `${given(caseId)}::uuid`;
  const { member, grants } = caseReach(as, 'entry');
  // What the caller is to the case is read once, however many entries it has.
  const place = `with place as materialized (select c.id, c.visibility, c.blocked_user_ids, c.primary_subject_id, m.role member_role
     from record_cases c ${member} where c.workspace_id = $1 and c.id = ${inCase}) `;
  const from = `place c cross join lateral (select c.member_role role) m join record_entries e on e.case_id = c.id ${grants}`;
  const seen = [
    'e.workspace_id = $1',
    `e.case_id = ${inCase}`,
    ...conditionsOf(filter, given),
    `(e.effective_mask & ~${caseOpens(as, isAuthor)}) = 0`,
  ].join(' and ');
  const opened = openedFor('e.effective_mask', given(reach.masks), as, isAuthor);
  // What is labelled has an index; whatever else may be withheld is looked for only where there is access for a time.
  const withheldOf = (condition: string) =>
    `(select from ${from} where ${condition} and ${seen} and not ${opened} limit ${core.mostWithheld})`;
  const withheld =
    after === null
      ? `(select least(count(*), ${core.mostWithheld})::integer from (${withheldOf('e.effective_mask > 1')} union all
         ${withheldOf(`${hasGrants(as)} and e.effective_mask <= 1 and g.label_mask is not null`)}) w)`
      : 'null::integer';
  const further =
    after === null
      ? ''
      : ` and (e.occurred_at, e.id) < (${given(after[0])}::timestamptz, ${given(after[1])}::uuid)`;
  const rows = await sql<Listed>(
    `${place}select w.withheld, p.* from (select ${withheld} withheld) w
     left join (select ${selection.replaceAll(/(^|, )/g, '$1e.')} from ${from} where ${seen} and ${opened}${further}
       order by e.occurred_at desc, e.id desc limit ${given(limit + 1)}) p on true
     order by p."occurredAt" desc, p.id desc`,
    values,
  );
  return {
    withheld: rows[0]?.withheld ?? null,
    // Without any entry there is still the line that says what is withheld.
    entries: rows.filter(({ id }) => id !== null).map(({ withheld: _, ...entry }) => entry),
  };
}

function conditionsOf(filter: core.EntryFilter, given: Given): readonly string[] {
  const conditions: string[] = [];
  if (filter.status !== null) conditions.push(`e.status = ${given(filter.status)}`);
  if (filter.entryType !== null) conditions.push(`e.entry_type = ${given(filter.entryType)}`);
  if (filter.encounterId !== null) conditions.push(`e.encounter_id = ${given(filter.encounterId)}::uuid`);
  if (filter.authorUserId !== null) conditions.push(`e.author_user_id = ${given(filter.authorUserId)}`);
  if (filter.from !== null) conditions.push(`e.occurred_at >= ${given(filter.from)}::timestamptz`);
  if (filter.to !== null) conditions.push(`e.occurred_at <= ${given(filter.to)}::timestamptz`);
  return conditions;
}

/**
 * The labels of entries follow from their own, those of their case and those of their subject: after either changed, the
 * entries that it concerns are labelled anew (REC-5).
 */
export const relabelEntries = (
  sql: Sql,
  workspaceId: string,
  {
    caseId = null,
    subjectId = null,
  }: { readonly caseId?: string | null; readonly subjectId?: string | null },
): Promise<number> =>
  sql.changed(
    `update record_entries e set effective_mask = e.own_mask | c.effective_mask | s.effective_mask
     from record_cases c, subjects s
     where e.workspace_id = $1 and c.workspace_id = $1 and s.workspace_id = $1 and c.id = e.case_id and s.id = e.subject_id
       and (e.case_id = $2 or e.subject_id = $3 or c.primary_subject_id = $3)
       and e.effective_mask <> (e.own_mask | c.effective_mask | s.effective_mask)`,
    [workspaceId, caseId, subjectId],
  );
