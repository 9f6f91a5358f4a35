import { type governance as core, versionConflict } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { usesOf } from './access-lines.ts';

const selection = `t.id, g.user_id "granteeUserId", json_build_object('kind', g.scope_kind, 'id', g.scope_id) scope, t.case_id "caseId",
  t.subject_id "subjectId", g.label_mask "labelMask", g.by_lead "byLead", t.permission, g.purpose_of_use "purposeOfUse", t.reason,
  g.starts_at "startsAt", g.expires_at "expiresAt", g.ended_at "endedAt", t.revoked_at "revokedAt",
  t.revoked_by_user_id "revokedByUserId", t.revoke_reason "revokeReason", t.end_written "endWritten",
  t.created_by_user_id "createdByUserId", t.created_at "createdAt", t.updated_at "updatedAt", t.version`;
const from = 'temporary_grants t join record_grants g on g.workspace_id = $1 and g.id = t.id';

/** What decides about access stands in `record_grants`, what people are told of it in `temporary_grants`. */
export const temporaryGrantRepository = (sql: Sql, workspaceId: string): core.TemporaryGrantRepository => ({
  ...keeping(sql, workspaceId),
  ...counting(sql, workspaceId),
});

type Counting = Pick<core.TemporaryGrantRepository, 'uses' | 'endHeldBy' | 'activeCount'>;

function keeping(sql: Sql, workspaceId: string): Omit<core.TemporaryGrantRepository, keyof Counting> {
  return {
    add: (grant) => add(sql, workspaceId, grant),
    get: (id, lock) =>
      sql.first<core.TemporaryGrant>(
        `select ${selection} from ${from} where t.workspace_id = $1 and t.id = $2${lock === undefined ? '' : ' for update of t, g'}`,
        [workspaceId, id],
      ),
    of: (ids) =>
      sql<core.TemporaryGrant>(
        `select ${selection} from ${from} where t.workspace_id = $1 and t.id = any($2::uuid[]) order by g.starts_at desc, t.id desc`,
        [workspaceId, ids],
      ),
    async save(grant) {
      const after = { ...grant, version: grant.version + 1 };
      const saved = await sql.changed(
        `update temporary_grants set revoked_at = $4, revoked_by_user_id = $5, revoke_reason = $6, end_written = $7, updated_at = $8, version = version + 1
         where workspace_id = $1 and id = $2 and version = $3`,
        [
          ...[workspaceId, grant.id, grant.version, grant.revokedAt, grant.revokedByUserId],
          ...[grant.revokeReason, grant.endWritten, grant.updatedAt],
        ],
      );
      if (saved === 0) throw versionConflict();
      await sql('update record_grants set ended_at = $3 where workspace_id = $1 and id = $2', [
        ...[workspaceId, grant.id, grant.endedAt],
      ]);
      return after;
    },
  };
}

async function add(sql: Sql, workspaceId: string, grant: core.TemporaryGrant): Promise<void> {
  await sql(
    `insert into record_grants (id, workspace_id, user_id, basis, scope_kind, scope_id, label_mask, may_contribute, purpose_of_use, starts_at, expires_at, granted_by_user_id, by_lead)
     values ($2, $1, $3, 'temporary_access', $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[workspaceId, grant.id, grant.granteeUserId, grant.scope.kind, grant.scope.id, grant.labelMask],
      ...[grant.permission === 'contribute', grant.purposeOfUse, grant.startsAt, grant.expiresAt],
      ...[grant.createdByUserId, grant.byLead],
    ],
  );
  await sql(
    `insert into temporary_grants (id, workspace_id, case_id, subject_id, permission, reason, end_written, created_by_user_id, created_at, updated_at, version)
     values ($2, $1, $3, $4, $5, $6, false, $7, $8, $8, 1)`,
    [
      ...[workspaceId, grant.id, grant.caseId, grant.subjectId, grant.permission, grant.reason],
      ...[grant.createdByUserId, grant.createdAt],
    ],
  );
}

function counting(sql: Sql, workspaceId: string): Counting {
  return {
    async uses(grants) {
      const spans = grants.map((grant) => ({
        ...{ id: grant.id, userId: grant.granteeUserId, from: grant.startsAt },
        until: grant.endedAt ?? grant.expiresAt,
      }));
      return usesOf(sql, workspaceId, spans);
    },
    async endHeldBy(userId, at) {
      await sql(
        `update record_grants set ended_at = $3 where workspace_id = $1 and user_id = $2 and basis = 'temporary_access' and ended_at is null and expires_at > $3`,
        [workspaceId, userId, at],
      );
    },
    async activeCount(now) {
      const [count] = await sql.column<number>(
        `select count(*)::integer from ${from} where t.workspace_id = $1 and not t.end_written
           and g.ended_at is null and g.starts_at <= $2 and g.expires_at > $2`,
        [workspaceId, now],
      );
      return count ?? 0;
    },
  };
}
