import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { byKey } from './by-key.ts';
import {
  caseReach,
  grantFields,
  hasGrants,
  liveGrant,
  parameters,
  type ReachingAs,
  reachingAs,
  standingOn,
} from './reach.ts';

const unsaid: core.ReaderRow = {
  clearance: 0,
  duties: [],
  subjectDirectory: 'workspace',
  auditsAllReads: false,
};

/** The case itself, its primary subject, and the one that this was merged into. */
const scopesOfCase = 'array[c.id, c.primary_subject_id, p.canonical_subject_id]';
const caseAndSubject = (caseId: string): string =>
  `${byKey('record_cases', 'c', caseId)} ${byKey('subjects', 'p', 'c.primary_subject_id')}`;

/** Each of the things `i` with all that it is in the scope of. */
const coveredSql: Readonly<Record<core.CoveredList, string>> = {
  subjects: 'select i.id, array[i.id] scopes from i',
  cases: `select i.id, ${scopesOfCase} scopes from i ${caseAndSubject('i.id')}`,
  amendments: `select i.id, y.id || ${scopesOfCase} scopes from i ${byKey('amendments', 'a', 'i.id')}
    ${byKey('record_entries', 'y', 'a.entry_id')} ${caseAndSubject('y.case_id')}`,
  entries: `select i.id, y.id || ${scopesOfCase} scopes from i ${byKey('record_entries', 'y', 'i.id')} ${caseAndSubject('y.case_id')}`,
  follow_ups: `select i.id, ${scopesOfCase} scopes from i ${byKey('follow_ups', 'y', 'i.id')} ${caseAndSubject('y.case_id')}`,
};

/** Who has a duty, of the active members. */
const withDuty = (sql: Sql, workspaceId: string, duty: string): Promise<string[]> =>
  sql.column<string>(
    `select c.user_id from member_clearances c
     join memberships m on m.workspace_id = $1 and m.user_id = c.user_id and m.status = 'active'
     where c.workspace_id = $1 and $2 = any(c.duties) order by c.user_id`,
    [workspaceId, duty],
  );

export function recordStandings(sql: Sql, workspaceId: string): core.RecordStandings {
  /** The parameters of a question about one person at one moment, whatever their role is. */
  const askedAs = (userId: string, now: string) => {
    const { values, given } = parameters(workspaceId);
    const reader = { ...unsaid, userId, role: 'guest' as const };
    return { values, given, as: reachingAs({ reader, now }, given) };
  };

  return {
    async reader(userId) {
      const row = await sql.first<core.ReaderRow>(
        `select coalesce(c.clearance_mask, 0) clearance, coalesce(c.duties, '{}') duties,
           coalesce(s.subject_directory, 'workspace') "subjectDirectory", coalesce(s.audit_reads, 'restricted') = 'all' "auditsAllReads"
         from (select $1::text workspace_id) w
         left join member_clearances c on c.workspace_id = w.workspace_id and c.user_id = $2
         left join record_settings s on s.workspace_id = w.workspace_id`,
        [workspaceId, userId],
      );
      return row ?? unsaid;
    },
    withDuty: (duty) => withDuty(sql, workspaceId, duty),
    async toCasesOf(subjectId, userId, now) {
      const { values, given, as } = askedAs(userId, now);
      const rows = await sql<{ standing: core.CaseStanding }>(
        `select ${standingOn(as)} standing from case_subjects cs
         join record_cases c on c.workspace_id = $1 and c.id = cs.case_id ${caseReach(as).joins}
         where cs.workspace_id = $1 and cs.ended_at is null and cs.subject_id in (select u.id from subjects u
           where u.workspace_id = $1 and (u.canonical_subject_id = ${given(subjectId)}::uuid or u.id = ${given(subjectId)}::uuid))
         order by cs.linked_at, cs.id`,
        values,
      );
      return rows.map(({ standing }) => standing);
    },
    async grantsOnSubject(subjectId, userId, now) {
      const { values, given, as } = askedAs(userId, now);
      const rows = await sql<{ held: core.LiveGrant }>(
        `select ${grantFields} held from record_grants g
         where ${liveGrant(as)} and g.scope_kind = 'subject' and g.scope_id = ${given(subjectId)}::uuid order by g.starts_at, g.id`,
        values,
      );
      return rows.map(({ held }) => held);
    },
    covering: (list, ids, userId, now) => coveredThings(sql, { list, ids }, askedAs(userId, now)),
    async endGrantsOnCase(caseId, userIds, at) {
      await sql(
        `update record_grants set ended_at = $3 where workspace_id = $1 and basis = 'temporary_access'
           and (scope_kind = 'case' and scope_id = $2
             or scope_kind = 'entry' and scope_id in (select id from record_entries where workspace_id = $1 and case_id = $2))
           and ended_at is null and ($4::text[] is null or user_id = any($4))`,
        [workspaceId, caseId, at, userIds],
      );
    },
    async purge() {
      await sql('delete from record_grants where workspace_id = $1', [workspaceId]);
      await sql('delete from member_clearances where workspace_id = $1', [workspaceId]);
    },
  };
}

type AskedAs = ReturnType<typeof parameters> & { readonly as: ReachingAs };

/** What of these things is in the scope of access that somebody has for a time. */
function coveredThings(
  sql: Sql,
  { list, ids }: { readonly list: core.CoveredList; readonly ids: readonly string[] },
  { values, given, as }: AskedAs,
): Promise<readonly core.CoveredThing[]> {
  // Most people have no access for a time; then nothing else is read.
  return sql<core.CoveredThing>(
    `with i as materialized (select id from unnest(${given(ids)}::uuid[]) id where ${hasGrants(as)})
     select x.id, g.basis, g.id "grantId", g.purpose_of_use "purposeOfUse" from record_grants g join (${coveredSql[list]}) x
     on g.scope_id = any(x.scopes) where ${liveGrant(as)} order by x.id, g.starts_at, g.id`,
    values,
  );
}
