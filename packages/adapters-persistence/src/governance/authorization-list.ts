import { governance, records } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import {
  caseOpens,
  caseReach,
  type Given,
  mayBeWithheld,
  openedFor,
  parameters,
  reachingAs,
} from '../records/reach.ts';

/** What was asked for is late until the first package on it was released. */
export const isOverdue = (today: string): string =>
  `(a.status in ('pending', 'approved') and a.releases_used = 0 and a.due_on < ${today}::date)`;

interface Asked {
  readonly filter: governance.AuthorizationFilter;
  readonly reach: records.RecordReach;
  readonly after: readonly [string, string] | null;
  readonly limit: number;
}
type Listed = governance.DisclosureAuthorization & {
  readonly withheld: number | null;
  readonly caseMask: number;
};

/** One page, and what is withheld of the whole list, in one statement. */
export async function listAuthorizations(
  sql: Sql,
  { workspaceId, selection }: { readonly workspaceId: string; readonly selection: string },
  { filter, reach, after, limit }: Asked,
): Promise<governance.AuthorizationPage> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const { joins } = caseReach(as);
  const from = `from disclosure_authorizations a join record_cases c on c.workspace_id = $1 and c.id = a.case_id ${joins}`;
  const asked = ['a.workspace_id = $1', ...conditionsOf(filter, reach, given)];
  const seesAll = isPrivacyOfficer(reach);
  const seen = seesAll ? '' : [...asked, `(c.effective_mask & ~${caseOpens(as)}) = 0`].join(' and ');
  const opened = seesAll ? 'true' : openedFor('c.effective_mask', given(reach.masks), as);
  // A privacy officer decides on them all, but for those of cases behind a wall.
  const shown = seesAll
    ? [...asked, `${as.user} <> all(c.blocked_user_ids)`].join(' and ')
    : `${seen} and ${opened}`;
  const withheld =
    after === null && !seesAll
      ? `(select count(*)::integer from (select ${from} where ${seen} and ${mayBeWithheld('c.effective_mask')} and not ${opened} limit ${records.mostWithheld}) w)`
      : after === null
        ? '0'
        : 'null::integer';
  const place =
    after === null
      ? ''
      : ` and (a.requested_at, a.id) < (${given(after[0])}::timestamptz, ${given(after[1])}::uuid)`;
  const rows = await sql<Listed>(
    `select w.withheld, p.* from (select ${withheld} withheld) w
     left join (select ${selection.replaceAll(/(^|, )/g, '$1a.')}, c.effective_mask "caseMask" ${from}
       where ${shown}${place} order by a.requested_at desc, a.id desc limit ${given(limit + 1)}) p on true
     order by p."requestedAt" desc, p.id desc`,
    values,
  );
  return {
    withheld: rows[0]?.withheld ?? null,
    // Without any there is still the line that says what is withheld.
    authorizations: rows
      .filter(({ id }) => id !== null)
      .map(({ withheld: _, caseMask, ...authorization }) => ({ authorization, caseMask })),
  };
}

/** What waits for somebody, of the cases whose authorizations the list has. */
export async function countDisclosures(
  sql: Sql,
  workspaceId: string,
  reach: records.RecordReach,
  today: string,
): Promise<governance.DisclosureCounts> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const { joins } = caseReach(as);
  const shown = isPrivacyOfficer(reach)
    ? `${as.user} <> all(c.blocked_user_ids)`
    : `(c.effective_mask & ~${caseOpens(as)}) = 0 and ${openedFor('c.effective_mask', given(reach.masks), as)}`;
  const of = (table: string, alias: string) =>
    `from ${table} ${alias} join record_cases c on c.workspace_id = $1 and c.id = ${alias}.case_id ${joins}
     where ${alias}.workspace_id = $1 and ${shown}`;
  const { step } = governance.releasePackageStates;
  const isOne = (action: 'approve' | 'release') => `p.status = any(${given(step(action).from)}::text[])`;
  const released = given(step('release').to);
  const row = await sql.first<governance.DisclosureCounts>(
    `select * from (select count(*) filter (where a.status = any(${given(governance.authorizationStates.initial)}::text[]))::integer "pendingAuthorizations",
         count(*) filter (where ${isOverdue(given(today))})::integer overdue ${of('disclosure_authorizations', 'a')} and a.valid_until > ${as.at}) a,
       (select count(*) filter (where ${isOne('approve')})::integer "packagesAwaitingApproval",
         count(*) filter (where ${isOne('release')} and p.approved_at > ${as.at} - interval '30 days')::integer "packagesAwaitingRelease",
         count(*) filter (where p.status = ${released} and p.expires_at > ${as.at})::integer released ${of('release_packages', 'p')}) p`,
    values,
  );
  if (row === null) throw new TypeError('A count has one row');
  return row;
}

const isPrivacyOfficer = ({ reader }: Pick<records.RecordReach, 'reader'>) =>
  reader.duties.includes('privacy_officer');

function conditionsOf(
  { status, caseId, subjectIds, overdue, today }: governance.AuthorizationFilter,
  { now }: { readonly now: string },
  given: Given,
): readonly string[] {
  const conditions: string[] = [];
  if (status !== null) {
    const isOver = `(a.status in ('pending', 'approved') and a.valid_until <= ${given(now)}::timestamptz)`;
    const wanted = `a.status = ${given(status)}`;
    conditions.push(status === 'expired' ? `(${wanted} or ${isOver})` : `${wanted} and not ${isOver}`);
  }
  if (caseId !== null) conditions.push(`a.case_id = ${given(caseId)}::uuid`);
  if (subjectIds !== null) conditions.push(`a.subject_id = any(${given(subjectIds)}::uuid[])`);
  if (overdue !== null) conditions.push(`${overdue ? '' : 'not '}${isOverdue(given(today))}`);
  return conditions;
}
