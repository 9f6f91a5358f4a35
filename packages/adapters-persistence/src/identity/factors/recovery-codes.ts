import type { identity } from '@chancery/core';
import type { Sql } from '../../kernel/sql.ts';

export function recoveryCodeRepository(sql: Sql): identity.RecoveryCodeRepository {
  const removeAll = async (userId: string) => {
    await sql('delete from recovery_codes where user_id = $1', [userId]);
  };
  return {
    removeAll,
    async replace(userId, codeHashes, now) {
      await removeAll(userId);
      await sql(
        'insert into recovery_codes (user_id, code_hash, generated_at) select $1, hash, $3 from unnest($2::text[]) hash',
        [userId, codeHashes, now],
      );
    },
    async state(userId) {
      const [row] = await sql<{ remaining: number; generatedAt: string | null }>(
        'select count(*) filter (where used_at is null)::int remaining, max(generated_at) "generatedAt" from recovery_codes where user_id = $1',
        [userId],
      );
      if (row === undefined || row.generatedAt === null) return null;
      return { remaining: row.remaining, generatedAt: row.generatedAt };
    },
    async spend(userId, codeHash, now) {
      const spent = await sql.changed(
        'update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null',
        [userId, codeHash, now],
      );
      if (spent === 0) return null;
      const [row] = await sql<{ remaining: number }>(
        'select count(*)::int remaining from recovery_codes where user_id = $1 and used_at is null',
        [userId],
      );
      return row?.remaining ?? 0;
    },
  };
}
