import { type identity, workspace } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Founding runs in the workspace that it makes, so its repositories are asked for after the unit has entered it. */
export function workspaceAccess(
  sql: Sql,
  entered: () => Parameters<typeof workspace.foundWorkspace>[0] extends () => infer R ? R : never,
): identity.WorkspaceAccess {
  return {
    found: workspace.foundWorkspace(entered),
    async used(userId, workspaceId, at) {
      await sql(
        "update memberships set last_active_at = $3 where user_id = $1 and workspace_id = $2 and status <> 'removed'",
        [userId, workspaceId, at],
      );
    },
    ofPerson: (userId) =>
      sql<identity.WorkspaceSummary>(
        'select id, name, slug, logo_url "logoUrl", status, role, member_status "memberStatus", joined_at "joinedAt" from chancery_workspaces_of($1)',
        [userId],
      ),
  };
}
