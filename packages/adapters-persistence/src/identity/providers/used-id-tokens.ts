import type { identity } from '@chancery/core';
import type { Sql } from '../../kernel/sql.ts';

export function usedIdTokenRepository(sql: Sql): identity.UsedIdTokenRepository {
  return {
    // If two come at once, the second waits for the first, and is refused if the first commits.
    take: (digest, until) =>
      sql.did('insert into used_id_tokens (digest, keep_until) values ($1, $2) on conflict do nothing', [
        digest,
        until,
      ]),
  };
}
