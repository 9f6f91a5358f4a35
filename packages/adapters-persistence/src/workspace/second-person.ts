import type { workspace } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

type UseColumns = Omit<workspace.SecondPersonUse, 'target'> & { targetKind: string; targetId: string };

const useSql = `
  select id, used_at "at", user_id "userId", step, target_kind "targetKind", target_id "targetId", reason
  from second_person_uses where workspace_id = $1`;

const useOf = ({ targetKind, targetId, ...use }: UseColumns): workspace.SecondPersonUse => ({
  ...use,
  target: { kind: targetKind, id: targetId },
});

export function secondPersonRecords(sql: Sql, workspaceId: string): workspace.SecondPersonRecords {
  return {
    async addChange({ id, mode, coolingOffHours, changedAt, changedByUserId }) {
      await sql(
        `insert into second_person_changes (id, workspace_id, mode, cooling_off_hours, changed_at, changed_by_user_id)
         values ($1, $2, $3, $4, $5, $6)`,
        [id, workspaceId, mode, coolingOffHours, changedAt, changedByUserId],
      );
    },
    changes: () =>
      sql<workspace.SecondPersonChange>(
        `select id, mode, cooling_off_hours "coolingOffHours", changed_at "changedAt", changed_by_user_id "changedByUserId"
         from second_person_changes where workspace_id = $1 order by changed_at desc, id desc limit 200`,
        [workspaceId],
      ),
    async addUse({ id, at, userId, step, target, reason }) {
      await sql(
        `insert into second_person_uses (id, workspace_id, user_id, step, target_kind, target_id, reason, used_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, workspaceId, userId, step, target.kind, target.id, reason, at],
      );
    },
    async use(id) {
      const [row] = await sql<UseColumns>(`${useSql} and id = $2`, [workspaceId, id]);
      return row === undefined ? null : useOf(row);
    },
    async uses(after, limit) {
      const rows = await sql<UseColumns>(
        `${useSql} and ($2::timestamptz is null or (used_at, id) < ($2::timestamptz, $3::uuid))
         order by used_at desc, id desc limit $4`,
        [workspaceId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      );
      return rows.map(useOf);
    },
    workspacesCoolingOff: () =>
      sql.column('select workspace_id "workspaceId" from chancery_workspaces_cooling_off()'),
  };
}
