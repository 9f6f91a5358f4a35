import type { governance as core } from '@chancery/core';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';

const fields = `p.content pack, p.created_by_user_id "createdByUserId", p.created_at "createdAt"`;

export const industryPackRepository = (sql: Sql, workspaceId: string): core.IndustryPackRepository => ({
  lock: () => lockName(sql, `industry_packs:${workspaceId}`),
  list: () =>
    sql<core.OwnPack>(`select ${fields} from industry_packs p where p.workspace_id = $1 order by p.code`, [
      workspaceId,
    ]),
  async add({ pack, createdByUserId, createdAt }) {
    await sql(
      `insert into industry_packs (workspace_id, code, content, created_by_user_id, created_at)
       values ($1, $2, $3::jsonb, $4, $5)`,
      [workspaceId, pack.code, JSON.stringify(pack), createdByUserId, createdAt],
    );
  },
  async adopted() {
    const found = await sql.first<{ code: string; pack: core.OwnPack['pack'] | null } & core.OwnPack>(
      `select a.code, ${fields} from adopted_packs a
       left join industry_packs p on p.workspace_id = $1 and p.code = a.code where a.workspace_id = $1`,
      [workspaceId],
    );
    if (found === null) return null;
    const { code, pack, createdByUserId, createdAt } = found;
    return { code, own: pack === null ? null : { pack, createdByUserId, createdAt } };
  },
  async adopt(code, byUserId, at) {
    await sql(
      `insert into adopted_packs (workspace_id, code, adopted_by_user_id, adopted_at) values ($1, $2, $3, $4)
       on conflict (workspace_id) do update set code = excluded.code,
         adopted_by_user_id = excluded.adopted_by_user_id, adopted_at = excluded.adopted_at`,
      [workspaceId, code, byUserId, at],
    );
  },
  async purge() {
    await sql('delete from adopted_packs where workspace_id = $1', [workspaceId]);
    await sql('delete from industry_packs where workspace_id = $1', [workspaceId]);
  },
});
