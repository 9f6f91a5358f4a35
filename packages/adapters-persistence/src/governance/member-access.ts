import { governance as core } from '@chancery/core';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';

const selection = `c.user_id "userId", c.clearance_mask clearance, c.duties, c.changed_by_user_id "changedByUserId",
  c.changed_at "changedAt", c.single_person "singlePerson", c.single_person_reason "singlePersonReason",
  c.pending_change "pendingChange", c.version`;

/** Who is a member still, with an account that is not deactivated. */
const isActive = `exists (select from memberships m where m.workspace_id = c.workspace_id and m.user_id = c.user_id
  and m.status = 'active')`;

const saveSql = `
  insert into member_clearances (workspace_id, user_id, clearance_mask, duties, changed_by_user_id, changed_at,
         single_person, single_person_reason, pending_change, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (workspace_id, user_id) do update set clearance_mask = excluded.clearance_mask,
         duties = excluded.duties, changed_by_user_id = excluded.changed_by_user_id, changed_at = excluded.changed_at,
         single_person = excluded.single_person, single_person_reason = excluded.single_person_reason,
         pending_change = excluded.pending_change, version = excluded.version`;

export const memberAccessRepository = (sql: Sql, workspaceId: string): core.MemberAccessRepository => ({
  async get(userId, lock) {
    // Whoever gives up a duty counts who else has it, so changes of one workspace wait for each other.
    if (lock !== undefined) await lockName(sql, `member_clearances:${workspaceId}`);
    const found = await sql.first<core.MemberAccess>(
      `select ${selection} from member_clearances c where c.workspace_id = $1 and c.user_id = $2`,
      [workspaceId, userId],
    );
    return found ?? core.usualAccess(userId);
  },
  list: (after, userId, limit) =>
    sql<core.MemberAccess>(
      `select ${selection} from member_clearances c
       where c.workspace_id = $1 and ${isActive} and ($2::text is null or c.user_id > $2)
         and ($3::text is null or c.user_id = $3) order by c.user_id limit $4`,
      [workspaceId, after, userId, limit + 1],
    ),
  async save(access) {
    const after = { ...access, version: access.version + 1 };
    await sql(saveSql, [
      workspaceId,
      after.userId,
      after.clearance,
      after.duties,
      after.changedByUserId,
      after.changedAt,
      after.singlePerson,
      after.singlePersonReason,
      after.pendingChange === null ? null : JSON.stringify(after.pendingChange),
      after.version,
    ]);
    return after;
  },
  holders: (duties) =>
    sql(
      `select c.user_id "userId", c.duties from member_clearances c
       where c.workspace_id = $1 and c.duties && $2::text[] and ${isActive} order by c.user_id`,
      [workspaceId, duties],
    ),
  async forget(userId) {
    await sql('delete from member_clearances where workspace_id = $1 and user_id = $2', [
      workspaceId,
      userId,
    ]);
  },
});
