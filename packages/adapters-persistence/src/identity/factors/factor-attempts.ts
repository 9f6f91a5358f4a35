import type { identity } from '@chancery/core';
import { lockName } from '../../kernel/name-lock.ts';
import type { Sql } from '../../kernel/sql.ts';

export function factorAttemptRepository(sql: Sql): identity.FactorAttemptRepository {
  return {
    async lock(userId) {
      await lockName(sql, `factor-attempt:${userId}`);
      const [row] = await sql<identity.FactorAttemptCounts>(
        `select failures, window_started_at "windowStartedAt", wrong_codes_in_row "wrongCodesInRow", last_failed_at "lastFailedAt",
                noticed_at "noticedAt"
         from factor_attempts where user_id = $1`,
        [userId],
      );
      return (
        row ?? { failures: 0, windowStartedAt: null, wrongCodesInRow: 0, lastFailedAt: null, noticedAt: null }
      );
    },
    async save(userId, { failures, windowStartedAt, wrongCodesInRow, lastFailedAt, noticedAt }) {
      await sql(
        `insert into factor_attempts (user_id, failures, window_started_at, wrong_codes_in_row, last_failed_at, noticed_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id) do update set failures = excluded.failures, window_started_at = excluded.window_started_at,
           wrong_codes_in_row = excluded.wrong_codes_in_row, last_failed_at = excluded.last_failed_at, noticed_at = excluded.noticed_at`,
        [userId, failures, windowStartedAt, wrongCodesInRow, lastFailedAt, noticedAt],
      );
    },
    async succeeded(userId, wasCode) {
      await sql(
        `update factor_attempts set failures = greatest(failures - 1, 0), wrong_codes_in_row = case when $2 then 0 else wrong_codes_in_row end
         where user_id = $1`,
        [userId, wasCode],
      );
    },
  };
}
