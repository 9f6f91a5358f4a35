import type { DenialRegister } from '@chancery/core';
import type { Sql } from './sql.ts';

/** If two come at once, the second waits until the transaction of the first ends. */
export const denialRegister = (sql: Sql, workspaceId: string | null): DenialRegister => ({
  async isFirst({ actor, target }, at) {
    if (workspaceId === null) throw new TypeError('A denial belongs to a workspace, and none was entered');
    return sql.did(
      `insert into denials (workspace_id, actor_kind, actor_id, target_kind, target_id, minute)
       values ($1, $2, $3, $4, $5, date_trunc('minute', $6::timestamptz, 'UTC')) on conflict do nothing`,
      [workspaceId, actor.kind, actor.id ?? '', target.kind, target.id, at],
    );
  },
});
