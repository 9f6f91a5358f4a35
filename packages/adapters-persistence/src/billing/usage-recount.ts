import type { billing, LimitCode, Usage } from '@chancery/core';
import { dailyLimitCodes } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';

interface Count {
  readonly used: string;
  readonly reserved?: string;
}

/** How each limit is counted: what is used and, for limits with reservations, what is reserved. `$1` is the workspace. */
const counts: Partial<Record<LimitCode, Count>> = {
  members: {
    used: "select count(*) from memberships where workspace_id = $1 and status = 'active' and role <> 'guest'",
    reserved:
      "select count(*) from workspace_invitations where workspace_id = $1 and status = 'pending' and role <> 'guest'",
  },
  guests: {
    used: "select count(*) from memberships where workspace_id = $1 and status = 'active' and role = 'guest'",
    reserved:
      "select count(*) from workspace_invitations where workspace_id = $1 and status = 'pending' and role = 'guest'",
  },
  storage_bytes: {
    // What is consumed belongs to whoever made something of it.
    used: `select (select coalesce(sum(size_bytes), 0) from upload_sessions where workspace_id = $1 and status = 'completed')::bigint
      + (select coalesce(sum(size_bytes), 0) from document_versions where workspace_id = $1 and released_at is null)::bigint
      + (select coalesce(sum(size_bytes), 0) from record_attachments where workspace_id = $1 and released_at is null)::bigint`,
    // What clients sent is held for the documents that it may become.
    reserved: `select (select coalesce(sum(size_bytes), 0) from upload_sessions where workspace_id = $1 and status in ('open', 'assembling'))::bigint
      + (select coalesce(sum(size_bytes), 0) from client_uploads
         where workspace_id = $1 and blob_key is not null and destroyed_at is null)::bigint`,
  },
  webhook_endpoints: { used: 'select count(*) from webhook_endpoints where workspace_id = $1' },
  projects: { used: 'select count(*) from projects where workspace_id = $1 and archived_at is null' },
  api_keys: { used: 'select count(*) from api_keys where workspace_id = $1 and revoked_at is null' },
};

export function usageRecount(sql: Sql, workspaceId: string): billing.UsageRecount {
  return {
    async counters(month, day) {
      const rows = await sql<Usage & { code: LimitCode }>(
        `select code, used, reserved from usage_counters where workspace_id = $1
           and case when code = any($4) then period_start = $3::date else period_start in ('epoch', $2::date) end`,
        [workspaceId, month, day, [...dailyLimitCodes]],
      );
      return Object.fromEntries(rows.map(({ code, used, reserved }) => [code, { used, reserved }]));
    },
    async correct() {
      const corrections: { code: LimitCode; before: Usage; after: Usage }[] = [];
      for (const [code, { used, reserved }] of Object.entries(counts) as [LimitCode, Count][]) {
        // The counter is locked first: others that count wait, and the recount sees all that is committed.
        await sql(
          "insert into usage_counters (workspace_id, code, period_start, used) values ($1, $2, 'epoch', 0) on conflict do nothing",
          [workspaceId, code],
        );
        const [before] = await sql<Usage>(
          "select used, reserved from usage_counters where workspace_id = $1 and code = $2 and period_start = 'epoch' for update",
          [workspaceId, code],
        );
        const [after] = await sql<Usage>(
          `select (${used}) used, (${reserved ?? 'select $2::bigint'}) reserved`,
          reserved === undefined ? [workspaceId, before?.reserved ?? 0] : [workspaceId],
        );
        if (before === undefined || after === undefined) continue;
        if (before.used === after.used && before.reserved === after.reserved) continue;
        await sql(
          "update usage_counters set used = $3, reserved = $4 where workspace_id = $1 and code = $2 and period_start = 'epoch'",
          [workspaceId, code, after.used, after.reserved],
        );
        corrections.push({ code, before, after });
      }
      return corrections;
    },
  };
}
