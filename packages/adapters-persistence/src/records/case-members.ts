import { records as core } from '@chancery/core';
import { instant, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type MemberRow = core.CaseMember & { workspaceId: string };
const MemberRow = new EntitySchema<MemberRow>({
  name: 'CaseMember',
  tableName: 'case_members',
  columns: {
    id: key(),
    workspaceId: tenant(),
    caseId: uuid(),
    userId: text(),
    role: text(),
    addedAt: instant(),
    addedByUserId: text(),
    endsAt: nullable(instant()),
    endedAt: nullable(instant()),
  },
});

export function caseMemberRepository(sql: Sql, workspaceId: string): core.CaseMemberRepository {
  const members = table(sql, MemberRow, { workspaceId });
  const selected = `select ${members.selection} from case_members where workspace_id = $1 and case_id = $2`;

  return {
    find: (id) => members.find({ id }),
    save: async ({ id, role, endsAt, endedAt }) =>
      void (await members.update({ id }, { role, endsAt, endedAt })),
    soleLedBy: (userId, now) =>
      sql.column(
        `select c.id from case_members m join record_cases c on c.workspace_id = $1 and c.id = m.case_id
         where m.workspace_id = $1 and m.user_id = $2 and m.role = 'lead' and m.ended_at is null
           and (m.ends_at is null or m.ends_at > $3) and c.status = any($4)
           and not exists (select from case_members o where o.workspace_id = $1 and o.case_id = c.id and o.user_id <> $2
             and o.role = 'lead' and o.ended_at is null and o.ends_at is null)
         order by c.opened_at desc, c.id`,
        [workspaceId, userId, now, core.openCaseStatuses],
      ),
    casesOf: (userId) =>
      sql.column(
        'select case_id from case_members where workspace_id = $1 and user_id = $2 and ended_at is null order by case_id',
        [workspaceId, userId],
      ),
    secondPersons: (now) => secondPersons(sql, workspaceId, now),
    leadsOfSubject: (subjectId, now) => leadsOfSubject(sql, workspaceId, subjectId, now),
    add: (added) => members.insert(added.map((each) => ({ ...each, workspaceId }))),
    async endOver(caseId, userId, now) {
      await sql(
        `update case_members set ended_at = ends_at
         where workspace_id = $1 and case_id = $2 and user_id = $3 and ended_at is null and ends_at <= $4`,
        [workspaceId, caseId, userId, now],
      );
    },
    of: (caseId, most) =>
      sql(`${selected} order by ended_at desc nulls first, added_at, id limit $3`, [
        workspaceId,
        caseId,
        most,
      ]),
    activeOf: (caseId, now) =>
      sql(`${selected} and ended_at is null and (ends_at is null or ends_at > $3) order by added_at, id`, [
        workspaceId,
        caseId,
        now,
      ]),
  };
}

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const caseMemberSweep = (sql: Sql): core.CaseMemberSweep => ({
  toEnd: (now, most) =>
    sql('select workspace_id "workspaceId", id from chancery_case_members_to_end($1, $2)', [now, most]),
});

/** Those who lead a case of the subject, or of what was merged into it. */
const leadsOfSubject = (
  sql: Sql,
  workspaceId: string,
  subjectId: string,
  now: string,
): Promise<readonly string[]> =>
  sql.column(
    `select distinct m.user_id from case_subjects cs
         join case_members m on m.workspace_id = $1 and m.case_id = cs.case_id and m.role = 'lead'
           and m.ended_at is null and (m.ends_at is null or m.ends_at > $3)
         where cs.workspace_id = $1 and cs.ended_at is null and cs.subject_id in
           (select u.id from subjects u where u.workspace_id = $1 and (u.id = $2 or u.canonical_subject_id = $2))`,
    [workspaceId, subjectId, now],
  );

const secondPersons = (
  sql: Sql,
  workspaceId: string,
  now: string,
): ReturnType<core.CaseMemberRepository['secondPersons']> =>
  sql(
    `select distinct m.user_id "userId", m.role from case_members m
         join record_cases c on c.workspace_id = $1 and c.id = m.case_id
         where m.workspace_id = $1 and m.role in ('lead', 'reviewer') and m.ended_at is null
           and (m.ends_at is null or m.ends_at > $2) and c.status = any($3)`,
    [workspaceId, now, core.openCaseStatuses],
  );
