import type { identity } from '@chancery/core';
import { bytes, instant, key, nullable, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

export const OneTimeTokenRow = new EntitySchema<identity.OneTimeToken>({
  name: 'OneTimeToken',
  tableName: 'one_time_tokens',
  columns: {
    id: key(),
    purpose: text(),
    userId: text(),
    email: text(),
    tokenHash: text(),
    sealedToken: nullable(bytes()),
    subjectId: nullable(uuid()),
    undoesSince: nullable(instant()),
    expiresAt: instant(),
    createdAt: instant(),
  },
});

export function oneTimeTokenRepository(sql: Sql): identity.OneTimeTokenRepository {
  const tokens = table(sql, OneTimeTokenRow);
  return {
    add: (token) => tokens.insert(token),
    live: (purpose, tokenHash, now) =>
      sql.first<identity.OneTimeToken>(
        `select ${tokens.selection} from one_time_tokens
         where purpose = $1 and token_hash = $2 and used_at is null and superseded_at is null and expires_at > $3::timestamptz`,
        [purpose, tokenHash, now],
      ),
    spend: (id, now) =>
      sql.did(
        `update one_time_tokens set used_at = $2, sealed_token = null
         where id = $1 and used_at is null and superseded_at is null and expires_at > $2::timestamptz`,
        [id, now],
      ),
    sealed: (id) =>
      sql.first<identity.OneTimeToken>(
        `select ${tokens.selection} from one_time_tokens
         where id = $1 and used_at is null and superseded_at is null and sealed_token is not null`,
        [id],
      ),
    async supersede(userId, purposes, at) {
      await sql(
        `update one_time_tokens set superseded_at = $3, sealed_token = null
         where user_id = $1 and purpose = any($2) and used_at is null and superseded_at is null`,
        [userId, purposes, at],
      );
    },
    async supersedeAfter({ id, userId, purpose, createdAt }, at) {
      await sql(
        `update one_time_tokens set superseded_at = $5, sealed_token = null
         where user_id = $1 and purpose = $2 and (created_at, id) > ($3::timestamptz, $4::uuid) and used_at is null and superseded_at is null`,
        [userId, purpose, createdAt, id, at],
      );
    },
    liveUntil: (userId, purpose, now) =>
      sql.column(
        `select expires_at from one_time_tokens
         where user_id = $1 and purpose = $2 and used_at is null and superseded_at is null and expires_at > $3::timestamptz
         order by expires_at`,
        [userId, purpose, now],
      ),
    async eraseSealed(id) {
      await tokens.update({ id }, { sealedToken: null });
    },
  };
}
