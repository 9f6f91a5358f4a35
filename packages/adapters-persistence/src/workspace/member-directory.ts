import { foldEmail, type integrations } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

const columns = 'user_id "userId", display_name "displayName", email, role, status';

export function memberDirectory(sql: Sql, workspaceId: string): integrations.MemberDirectory {
  const byEmails = (emails: readonly string[]) =>
    emails.length === 0
      ? Promise.resolve([])
      : sql<integrations.DirectoryMember>(`select ${columns} from memberships where workspace_id = $1 and status = 'active' and lower(email) = any($2)`, [
          workspaceId,
          emails.map(foldEmail),
        ]);
  return {
    find: (userIds) => sql<integrations.DirectoryMember>(`select ${columns} from memberships where workspace_id = $1 and user_id = any($2) and status <> 'removed'`, [workspaceId, userIds]),
    byEmails,
    byEmail: async (email) => (await byEmails([email]))[0] ?? null,
  };
}
