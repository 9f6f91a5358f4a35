import type { identity } from '@chancery/core';
import { bytes, instant, int, key, nullable, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

export const SessionRow = new EntitySchema<identity.Session>({
  name: 'Session',
  tableName: 'sessions',
  columns: {
    id: key(),
    userId: text(),
    deviceName: nullable(text()),
    userAgent: nullable(text()),
    ipAddress: nullable(text()),
    authMethod: text(),
    authenticatedAt: instant(),
    secondFactorAt: nullable(instant()),
    secondFactorMethod: nullable(text()),
    createdAt: instant(),
    lastSeenAt: instant(),
    longestIdleSeconds: int(),
    expiresAt: instant(),
    absoluteEndsAt: instant(),
    activeWorkspaceId: nullable(text()),
    generation: int(),
    currentSecretHash: text(),
    previousSecretHash: nullable(text()),
    rotatedAt: nullable(instant()),
    rotationSalt: nullable(bytes()),
    revokedAt: nullable(instant()),
    revokeReason: nullable(text()),
  },
});

export function sessionRepository(sql: Sql): identity.SessionRepository {
  const sessions = table(sql, SessionRow);
  return {
    add: (session) => sessions.insert(session),
    get: (id) => sessions.find({ id }),
    async isLive(id, tokenId, userId, now) {
      const [row] = await sql<{ live: boolean }>(
        `select user_id = $3 and account_status = 'active' and revoked_at is null and expires_at > $4::timestamptz and not token_revoked live
         from chancery_session($1, $2, null)`,
        [id, tokenId, userId, now],
      );
      return row?.live === true;
    },
    lock: (id) => sessions.find({ id }, 'for update'),
    async save(session) {
      await sessions.update({ id: session.id }, session);
    },
    revoke: (userId, which, reason, at) =>
      sql.column(
        `update sessions set revoked_at = $4, revoke_reason = $3, rotation_salt = null
         where user_id = $1 and revoked_at is null and expires_at > $4::timestamptz and ($2::uuid[] is null or id = any($2)) returning id`,
        [userId, which === 'all' ? null : which, reason, at],
      ),
    async seen(notes) {
      // A session that is being refreshed or ended right now needs no note, so this does not wait for it.
      await sql(
        `with noted as (
           select s.id, n.at from jsonb_to_recordset($1::jsonb) as n(id uuid, at timestamptz) join sessions s on s.id = n.id
           where s.last_seen_at < n.at and s.revoked_at is null for no key update of s skip locked
         )
         update sessions s set last_seen_at = noted.at from noted where s.id = noted.id`,
        [JSON.stringify(notes)],
      );
    },
    ...liveSessions(sql),
    async revokeToken(tokenId, until) {
      await sql('insert into revoked_tokens (jti, expires_at) values ($1, $2) on conflict do nothing', [
        tokenId,
        until,
      ]);
    },
    beyond: (userId, keep, now) =>
      sql.column(
        'select id from sessions where user_id = $1 and revoked_at is null and expires_at > $3::timestamptz order by last_seen_at desc, id desc offset $2',
        [userId, keep, now],
      ),
  };
}

/** Looks at the sessions that are live. */
function liveSessions(sql: Sql): Pick<identity.SessionRepository, 'countLive' | 'liveOf'> {
  return {
    async countLive(now) {
      const counted = await sql.first<{ people: number; sessions: number }>(
        `select count(distinct user_id)::int people, count(*)::int sessions
         from sessions where revoked_at is null and expires_at > $1::timestamptz`,
        [now],
      );
      return counted ?? { people: 0, sessions: 0 };
    },
    liveOf: (userId, now) =>
      sql(
        `select id, device_name "deviceName", user_agent "userAgent", ip_address "ipAddress", auth_method "authMethod",
                authenticated_at "authenticatedAt", second_factor_at "secondFactorAt", created_at "createdAt",
                last_seen_at "lastSeenAt", expires_at "expiresAt", active_workspace_id "activeWorkspaceId"
         from sessions where user_id = $1 and revoked_at is null and expires_at > $2::timestamptz
         order by last_seen_at desc, id desc`,
        [userId, now],
      ),
  };
}
