import { records as core } from '@chancery/core';
import { plannedOnce } from '../kernel/planned.ts';
import type { Sql } from '../kernel/sql.ts';
import { patternOfBeginning } from '../kernel/words.ts';
import {
  type Given,
  mayBeWithheld,
  openedFor,
  opensOwnCases,
  parameters,
  type ReachingAs,
  reachingAs,
  seenCases,
  subjectFor,
  usedOf,
} from './reach.ts';
import { type ListSource, searchedWords } from './searched-words.ts';

interface Asked {
  readonly filter: core.CaseFilter;
  readonly reach: core.RecordReach;
  readonly after: readonly [string, string] | null;
  readonly limit: number;
}

type Listed = core.ListedCase & { readonly withheld: number | null };

/** One page, and what is withheld of the whole list, in one statement: nobody learns more by asking twice. */
export async function listCases(
  sql: Sql,
  { workspaceId, selection }: { readonly workspaceId: string; readonly selection: string },
  { filter, reach, after, limit }: Asked,
): Promise<core.CasePage> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const { joins, own, wide } = seenCases(reach, as);
  const filtered = ['c.workspace_id = $1', ...conditionsOf(filter, { reach, as }, given)].join(' and ');
  const masks = given(reach.masks);
  const labelsOpened = `c.effective_mask = any(${masks}::integer[])`;
  const opened = openedFor('c.effective_mask', masks, as);
  const place =
    after === null
      ? ''
      : ` and (c.opened_at, c.id) < (${given(after[0])}::timestamptz, ${given(after[1])}::uuid)`;
  const most = given(limit + 1);
  const columns = selection.replaceAll(/(^|, )/g, '$1c.');
  const { steps, sources } = searchOf(filter, given);
  const page = (joined: string, condition: string, isOpen: string) =>
    sources.map(
      ({ from, when }) =>
        `(select ${columns} from ${from} ${joined} where ${when} and ${filtered} and ${condition} and ${isOpen}${place}
       order by c.opened_at desc, c.id desc limit ${most})`,
    );
  // Without a purpose, what is no more than confidential is open: only other labels are withheld.
  const withheldIn = ({ from, when }: ListSource) =>
    `(select count(*)::integer from (select from ${from} ${joins}
       where ${when} and ${filtered} and ${mayBeWithheld('c.effective_mask')} and ${own} and not ${opened} limit ${core.mostWithheld}) w)`;
  const withheld = after === null ? sources.map(withheldIn).join(' + ') : 'null::integer';
  const pages = [
    ...(opensOwnCases(reach) ? page(joins, own, opened) : []),
    ...(wide === null ? [] : page('', wide, labelsOpened)),
  ];
  const leads = `(select coalesce(array_agg(l.user_id order by l.added_at, l.id), '{}') from case_members l
    where l.workspace_id = $1 and l.case_id = c.id and l.role = 'lead' and l.ended_at is null and (l.ends_at is null or l.ends_at > ${as.at}))`;
  const statement = usedOf(
    `${steps.length === 0 ? '' : `with ${steps.join(', ')} `}select w.withheld, p.* from (select ${withheld} withheld) w
     left join (select c.*, (select s.display_name from subjects s where s.workspace_id = $1 and s.id = c."primarySubjectId") "subjectDisplayName", ${leads} "leadUserIds"
       from (${pages.join(' union all ')}) c
       order by c."openedAt" desc, c.id desc limit ${most}) p on true
     order by p."openedAt" desc, p.id desc`,
    values,
  );
  const rows = await plannedOnce<Listed>(sql, ...statement);
  return {
    withheld: rows[0]?.withheld ?? null,
    // Without any case there is still the line that says what is withheld.
    cases: rows.filter(({ id }) => id !== null).map(({ withheld: _, ...listed }) => listed),
  };
}

/** What a list is read from: the few that a search names, where it names few. */
function searchOf(
  { words }: core.CaseFilter,
  given: Given,
): { readonly steps: readonly string[]; readonly sources: readonly ListSource[] } {
  if (words.length === 0) return { steps: [], sources: [{ from: 'record_cases c', when: 'true' }] };
  const places = [
    'select workspace_id, word, case_id id from case_words',
    `select w.workspace_id, w.word, n.id from subject_words w cross join lateral
       (select n.id from record_cases n where n.workspace_id = $1 and n.primary_subject_id = w.subject_id offset 0) n`,
  ];
  return searchedWords({ words, places, others: null }, { table: 'record_cases', alias: 'c' }, given);
}

/** How many cases of each status the caller passes for the purpose, and on how many open ones they work. */
export async function countCases(
  sql: Sql,
  workspaceId: string,
  reach: core.RecordReach,
): Promise<core.CaseCounts> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const { joins, own, wide } = seenCases(reach, as);
  const masks = given(reach.masks);
  const labelsOpened = `c.effective_mask = any(${masks}::integer[])`;
  const opened = openedFor('c.effective_mask', masks, as);
  const onIt = `exists (select from case_members m where m.case_id = c.id and m.workspace_id = $1 and m.user_id = ${as.user} and m.ended_at is null and (m.ends_at is null or m.ends_at > ${as.at}))`;
  const branch = (from: string, condition: string, isOpen: string) =>
    `select c.status, ${onIt} mine from record_cases c ${from} where c.workspace_id = $1 and ${condition} and ${isOpen}`;
  const rows = await sql<{ status: core.CaseStatus; count: number; mine: number }>(
    `select c.status, count(*)::integer count, count(*) filter (where c.mine)::integer mine
     from (${[branch(joins, own, opened), ...(wide === null ? [] : [branch('', wide, labelsOpened)])].join(' union all ')}) c group by c.status`,
    values,
  );
  const isOpen = (status: core.CaseStatus) => (core.openCaseStatuses as readonly string[]).includes(status);
  return {
    byStatus: new Map(rows.map(({ status, count }) => [status, count])),
    myOpen: rows.filter(({ status }) => isOpen(status)).reduce((sum, { mine }) => sum + mine, 0),
  };
}

function conditionsOf(
  { status, caseType, subjectId, memberUserId, ownMasks, words }: core.CaseFilter,
  { reach, as }: { readonly reach: core.RecordReach; readonly as: ReachingAs },
  given: Given,
): readonly string[] {
  const conditions: string[] = [];
  if (status !== null) conditions.push(`c.status = ${given(status)}`);
  if (caseType !== null) conditions.push(`c.case_type = ${given(caseType)}`);
  if (ownMasks !== null) conditions.push(`c.own_mask = any(${given(ownMasks)}::integer[])`);
  if (memberUserId !== null)
    conditions.push(
      `c.id in (select f.case_id from case_members f where f.workspace_id = $1 and f.user_id = ${given(memberUserId)} and f.ended_at is null and (f.ends_at is null or f.ends_at > ${as.at}))`,
    );
  if (subjectId !== null) {
    const { seen, opened } = subjectFor(reach, given);
    // Nobody learns by asking on which cases somebody is whom they do not see.
    conditions.push(
      `c.id in (select f.case_id from subjects s
         join subjects u on u.workspace_id = $1 and (u.canonical_subject_id = s.id or u.id = s.id)
         join case_subjects f on f.workspace_id = $1 and f.subject_id = u.id and f.ended_at is null
         where s.workspace_id = $1 and s.id = ${given(subjectId)}::uuid and ${seen} and ${opened})`,
    );
  }
  for (const word of words) {
    const begins = `like ${patternOfBeginning(given(word))}`;
    // PostgreSQL answers an "exists" by reading the subjects of the whole workspace where it expects few of them.
    conditions.push(
      `(c.search_text ${begins} or coalesce((select s.search_text ${begins} from subjects s where s.workspace_id = $1 and s.id = c.primary_subject_id), false))`,
    );
  }
  return conditions;
}
