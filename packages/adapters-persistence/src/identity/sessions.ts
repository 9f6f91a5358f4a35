import type { identity } from '@chancery/core';
import { EntitySchema } from 'typeorm';
import { bytes, instant, int, key, nullable, text } from '../kernel/columns.ts';
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
    createdAt: instant(),
    lastSeenAt: instant(),
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
    async revoke(userId, which, reason, at) {
      const rows = await sql<{ id: string }>(
        `update sessions set revoked_at = $4, revoke_reason = $3, rotation_salt = null
         where user_id = $1 and revoked_at is null and expires_at > $4::timestamptz and ($2::uuid[] is null or id = any($2)) returning id`,
        [userId, which === 'all' ? null : which, reason, at],
      );
      return rows.map(({ id }) => id);
    },
    async beyond(userId, keep, now) {
      const rows = await sql<{ id: string }>(
        'select id from sessions where user_id = $1 and revoked_at is null and expires_at > $3::timestamptz order by last_seen_at desc, id desc offset $2',
        [userId, keep, now],
      );
      return rows.map(({ id }) => id);
    },
  };
}
