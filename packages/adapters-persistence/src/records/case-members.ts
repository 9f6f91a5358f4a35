import type { records as core } from '@chancery/core';
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
    add: (added) => members.insert(added.map((each) => ({ ...each, workspaceId }))),
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
