import type { IdempotencyStore, StoredOutcome } from '@chancery/core';
import type { Sql } from './sql.ts';

/** PLT-5: the lock is the transaction's, so a crash leaves nothing behind and the second caller waits for nobody. */
export function idempotencyStore(sql: Sql): IdempotencyStore {
  const storedOf = (keyHash: string) =>
    sql<StoredOutcome>(
      'select fingerprint, failed, body, sealed from idempotency where key_hash = $1 and expires_at > now()',
      [keyHash],
    );
  return {
    stored: async (keyHash) => (await storedOf(keyHash))[0] ?? null,
    async begin(keyHash) {
      // Both go out at once; the look-up has a snapshot of its own, taken after the lock.
      const [[claimed], [stored]] = await Promise.all([
        sql<{ locked: boolean }>(
          "select pg_try_advisory_xact_lock(('x' || left($1, 16))::bit(64)::bigint) locked",
          [keyHash],
        ),
        storedOf(keyHash),
      ]);
      if (!claimed?.locked) return 'in_flight';
      return stored ?? null;
    },
    async finish(keyHash, { fingerprint, failed, body, sealed }, expiresAt) {
      await sql(
        `insert into idempotency (key_hash, fingerprint, failed, body, sealed, expires_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (key_hash) do update set fingerprint = $2, failed = $3, body = $4, sealed = $5, expires_at = $6
         where idempotency.expires_at <= now()`,
        [keyHash, fingerprint, failed, body, sealed, expiresAt],
      );
    },
  };
}
