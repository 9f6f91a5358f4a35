import type { identity } from '@chancery/core';
import { EntitySchema } from 'typeorm';
import { bytes, instant, key, nullable, text } from '../kernel/columns.ts';
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
    expiresAt: instant(),
    createdAt: instant(),
  },
});

export function oneTimeTokenRepository(sql: Sql): identity.OneTimeTokenRepository {
  const tokens = table(sql, OneTimeTokenRow);
  return {
    async add(token) {
      await sql(
        'update one_time_tokens set superseded_at = $3, sealed_token = null where user_id = $1 and purpose = $2 and used_at is null and superseded_at is null',
        [token.userId, token.purpose, token.createdAt],
      );
      await tokens.insert(token);
    },
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
    async eraseSealed(id) {
      await tokens.update({ id }, { sealedToken: null });
    },
  };
}
