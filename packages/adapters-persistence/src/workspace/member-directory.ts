import type { workspace } from '@chancery/core';
import { spellingsOf } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';

/** More than the longest name or address has, in whatever form it is written. */
const longestSearch = 400;

const columns = 'user_id "userId", display_name "displayName", email, role, status';

export function memberDirectory(sql: Sql, workspaceId: string): workspace.MemberDirectory {
  const byEmails = (emails: readonly string[]) =>
    emails.length === 0
      ? Promise.resolve([])
      : sql<workspace.DirectoryMember>(
          `select ${columns} from memberships where workspace_id = $1 and status = 'active' and email_fold = any($2)`,
          [workspaceId, emails.flatMap(spellingsOf)],
        );
  const find = (userIds: readonly string[]) =>
    sql<workspace.DirectoryMember>(
      `select ${columns} from memberships where workspace_id = $1 and user_id = any($2) and status <> 'removed'`,
      [workspaceId, userIds],
    );
  const contact = async (userId: string, roles: readonly string[]) => {
    return sql.first<workspace.OwnerContact>(
      `select a.id "userId", a.display_name "displayName", a.email address, a.locale
       from memberships m join accounts a on a.id = m.user_id
       where m.workspace_id = $1 and m.user_id = $2 and m.role = any($3) and m.status = 'active' and a.status = 'active' and a.email is not null`,
      [workspaceId, userId, roles],
    );
  };
  return {
    find,
    byEmails,
    // The two parts are separate, because one condition with "or" could not use the index of the ids.
    among: (userIds, emails) =>
      emails.length === 0
        ? find(userIds)
        : sql<workspace.DirectoryMember>(
            `select ${columns} from memberships where workspace_id = $1 and user_id = any($2) and status <> 'removed'
             union
             select ${columns} from memberships where workspace_id = $1 and email_fold = any($3) and status = 'active'`,
            [workspaceId, userIds, emails.flatMap(spellingsOf)],
          ),
    byEmail: async (email) => (await byEmails([email]))[0] ?? null,
    async search(text, roles, after, limit) {
      if (text.length > longestSearch || text.includes('\0')) return [];
      return sql<workspace.FoundMember>(
        `select ${columns}, sort_name "sortName" from chancery_search_members($1, $2, $3, $4, $5)`,
        [text.trim(), roles, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      );
    },
    profiles: (userIds) =>
      sql<workspace.MemberProfile>(
        'select user_id "userId", locale, time_zone "timeZone" from chancery_member_profiles($1)',
        [userIds],
      ),
    async nameOf(userId) {
      const [row] = await sql<{ name: string }>(
        'select display_name name from memberships where workspace_id = $1 and user_id = $2 order by joined_at desc, id desc limit 1',
        [workspaceId, userId],
      );
      return row?.name ?? null;
    },
    ownerIds: () =>
      sql.column(
        `select user_id "userId" from memberships where workspace_id = $1 and role = 'owner' and status = 'active' order by joined_at, user_id`,
        [workspaceId],
      ),
    ownerContact: (userId) => contact(userId, ['owner']),
    contact: (userId) => contact(userId, ['owner', 'admin', 'member', 'guest']),
  };
}
