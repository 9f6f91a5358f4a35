import { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { patternOfBeginning } from '../kernel/words.ts';
import {
  caseOpens,
  caseReach,
  type Given,
  mayBeWithheld,
  openedFor,
  parameters,
  reachingAs,
} from './reach.ts';

interface Asked {
  readonly filter: core.FollowUpFilter;
  readonly reach: core.RecordReach;
  readonly after: readonly [string | null, string] | null;
  readonly limit: number;
}

/** A row as it is read, and how it becomes a follow-up. */
interface Read<R extends object> {
  readonly workspaceId: string;
  readonly selection: string;
  stored(row: R): core.StoredFollowUp;
}

type Listed<R> = R & {
  readonly id: string | null;
  readonly effectiveMask: number;
  readonly withheld: number | null;
};

/** One page, and what is withheld of the whole list, in one statement: nobody learns more by asking twice. */
export async function listFollowUps<R extends object>(
  sql: Sql,
  { workspaceId, selection, stored }: Read<R>,
  { filter, reach, after, limit }: Asked,
): Promise<core.FollowUpPage> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const isAuthor = `coalesce(e.author_user_id = ${as.user}, false)`;
  const opens = caseOpens(as, isAuthor);
  const from = `from follow_ups f join record_cases c on c.workspace_id = $1 and c.id = f.case_id
    left join record_entries e on e.workspace_id = $1 and e.id = f.artifact_id ${caseReach(as).joins}`;
  // The labels of the case, and those of the entry that it is about.
  const mask = '(c.effective_mask | coalesce(e.effective_mask, 0))';
  const seen = [
    'f.workspace_id = $1',
    ...conditionsOf(filter, reach, given),
    `(${mask} & ~${opens}) = 0`,
  ].join(' and ');
  const opened = openedFor(mask, given(reach.masks), as, isAuthor);
  // Without a purpose, what is no more than confidential is open: only other labels are withheld.
  const withheld =
    after === null
      ? `(select count(*)::integer from (select ${from} where ${seen} and ${mayBeWithheld(mask)} and not ${opened} limit ${core.mostWithheld}) w)`
      : 'null::integer';
  const rows = await sql<Listed<R>>(
    `select w.withheld, p.* from (select ${withheld} withheld) w
     left join (select ${selection.replaceAll(/(^|, )/g, '$1f.')}, ${mask} "effectiveMask" ${from}
       where ${seen} and ${opened}${placeAfter(after, given)}
       order by f.due_at, f.id limit ${given(limit + 1)}) p on true
     order by p."dueAt", p.id`,
    values,
  );
  return {
    withheld: rows[0]?.withheld ?? null,
    // Without any there is still the line that says what is withheld.
    followUps: rows
      .filter(({ id }) => id !== null)
      .map(({ withheld: _, effectiveMask, ...row }) => ({ ...stored(row as unknown as R), effectiveMask })),
  };
}

/** What is never due comes last. */
function placeAfter(after: Asked['after'], given: Given): string {
  if (after === null) return '';
  const [dueAt, id] = after;
  if (dueAt === null) return ` and f.due_at is null and f.id > ${given(id)}::uuid`;
  return ` and ((f.due_at, f.id) > (${given(dueAt)}::timestamptz, ${given(id)}::uuid) or f.due_at is null)`;
}

function conditionsOf(
  { status, priority, ownerUserId, caseId, dueBefore, overdue, words }: core.FollowUpFilter,
  { now }: { readonly now: string },
  given: Given,
): readonly string[] {
  const conditions: string[] = [];
  if (status === 'awaited') conditions.push("f.status in ('open', 'in_progress')");
  else if (status !== null) conditions.push(`f.status = ${given(status)}`);
  if (priority !== null) conditions.push(`f.priority = ${given(priority)}`);
  if (ownerUserId !== null) conditions.push(`f.owner_user_id = ${given(ownerUserId)}`);
  if (caseId !== null) conditions.push(`f.case_id = ${given(caseId)}::uuid`);
  if (dueBefore !== null) conditions.push(`f.due_at < ${given(dueBefore)}::timestamptz`);
  if (overdue !== null) {
    const isLate = `(f.status in ('open', 'in_progress') and coalesce(f.due_at < ${given(now)}::timestamptz, false))`;
    conditions.push(overdue ? isLate : `not ${isLate}`);
  }
  for (const word of words) conditions.push(`f.search_text like ${patternOfBeginning(given(word))}`);
  return conditions;
}
