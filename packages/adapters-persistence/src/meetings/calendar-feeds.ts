import { meetings } from '@chancery/core';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';

const revoke = transition(meetings.calendarFeedStates, 'revoke');

const columns = `
  f.id, f.owner_user_id "ownerUserId", f.name, f.scope, f.token_hash "tokenHash", f.status, f.last_read_at "lastReadAt",
  f.created_at "createdAt", f.revoked_at "revokedAt"`;

export function calendarFeedRepository(sql: Sql, workspaceId: string): meetings.CalendarFeedRepository {
  return {
    ofToken: (tokenHash) =>
      sql.first<{ id: string; workspaceId: string }>(
        'select id, workspace_id "workspaceId" from chancery_calendar_feed_of_token($1)',
        [tokenHash],
      ),
    read: (id) =>
      sql.first<meetings.CalendarFeed & { ownerIsActive: boolean }>(
        `select ${columns}, exists (select from memberships p where p.workspace_id = $1 and p.user_id = f.owner_user_id
           and p.status = 'active' and p.role <> 'guest') "ownerIsActive"
         from calendar_feeds f where f.workspace_id = $1 and f.id = $2`,
        [workspaceId, id],
      ),
    ofOwner: (ownerUserId) =>
      sql<meetings.CalendarFeed>(
        `select ${columns} from calendar_feeds f
         where f.workspace_id = $1 and f.owner_user_id = $2 and f.status = 'active' order by f.created_at, f.id`,
        [workspaceId, ownerUserId],
      ),
    async add({ id, ownerUserId, name, scope, tokenHash, status, createdAt }) {
      await sql(
        `insert into calendar_feeds (id, workspace_id, owner_user_id, name, scope, token_hash, status, created_at)
         values ($2, $1, $3, $4, $5, $6, $7, $8)`,
        [workspaceId, id, ownerUserId, name, scope, tokenHash, status, createdAt],
      );
    },
    revoke: ({ id, revokedAt }) =>
      sql.did(
        `update calendar_feeds set status = ${revoke.to}, revoked_at = $3
         where workspace_id = $1 and id = $2 and status in ${revoke.from}`,
        [workspaceId, id, revokedAt],
      ),
    async revokeAllOf(ownerUserId, at) {
      await sql(
        `update calendar_feeds set status = ${revoke.to}, revoked_at = $3
         where workspace_id = $1 and owner_user_id = $2 and status in ${revoke.from}`,
        [workspaceId, ownerUserId, at],
      );
    },
    async endEverywhere(ownerUserId, at) {
      await sql('select chancery_end_calendar_feeds($1, $2)', [ownerUserId, at]);
    },
    async wasRead(id, at) {
      await sql('update calendar_feeds set last_read_at = $3 where workspace_id = $1 and id = $2', [
        workspaceId,
        id,
        at,
      ]);
    },
    hold: (ownerUserId) => lockName(sql, `calendar-feeds:${workspaceId}:${ownerUserId}`),
  };
}
