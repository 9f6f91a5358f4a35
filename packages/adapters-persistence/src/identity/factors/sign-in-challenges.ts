import type { identity } from '@chancery/core';
import { bytes, instant, int, key, nullable, text } from '../../kernel/columns.ts';
import { EntitySchema } from '../../kernel/entity-schema.ts';
import type { Sql } from '../../kernel/sql.ts';
import { table } from '../../kernel/table.ts';

/** THR-16 */
const mostTries = 5;

export const SignInChallengeRow = new EntitySchema<identity.SignInChallenge>({
  name: 'SignInChallenge',
  tableName: 'auth_challenges',
  columns: {
    id: key(),
    tokenHash: text(),
    userId: text(),
    method: text(),
    device: nullable(bytes()),
    deviceEpoch: int(),
    deviceName: nullable(text()),
    workspaceId: { ...nullable(text()), name: 'wished_workspace' },
    createdAt: instant(),
    expiresAt: instant(),
  },
});

export function signInChallengeRepository(sql: Sql): identity.SignInChallengeRepository {
  const challenges = table(sql, SignInChallengeRow);
  return {
    add: (challenge) => challenges.insert(challenge),
    async live(tokenHash, now) {
      const [live] = await sql<{ id: string }>(
        `select c.id from auth_challenges c
         join accounts a on a.id = c.user_id and a.device_epoch = c.device_epoch
         left join password_credentials p on p.user_id = c.user_id
         where c.token_hash = $1 and c.used_at is null and c.expires_at > $2::timestamptz and c.attempts < ${mostTries}
           and (c.method <> 'password' or p.changed_at <= c.created_at)
         for update of c`,
        [tokenHash, now],
      );
      return live === undefined ? null : challenges.find({ id: live.id });
    },
    async tried(id) {
      await sql('update auth_challenges set attempts = attempts + 1 where id = $1', [id]);
    },
    spend: (id, now) =>
      sql.did(
        'update auth_challenges set used_at = $2 where id = $1 and used_at is null and expires_at > $2::timestamptz',
        [id, now],
      ),
  };
}
