import type { IdempotencyStore, StoredOutcome } from '@chancery/core';
import type { Sql } from './sql.ts';

/** PLT-5: the lock belongs to the transaction, so a crash leaves nothing behind and the second caller waits for nobody. */
export function idempotencyStore(sql: Sql): IdempotencyStore {
  // Row-level security shows the record of the key that is presented, and no other (PLT-33).
  const present = (keyHash: string) => sql("select set_config('app.idempotency', $1, true)", [keyHash]);
  const storedOf = async (keyHash: string, now: string) => {
    const [, stored] = await Promise.all([
      present(keyHash),
      sql<StoredOutcome>(
        'select fingerprint, failed, body, sealed from idempotency where key_hash = $1 and expires_at > $2',
        [keyHash, now],
      ),
    ]);
    return stored;
  };
  return {
    stored: async (keyHash, now) => (await storedOf(keyHash, now))[0] ?? null,
    async begin(keyHash, now) {
      // All statements are sent at once; the look-up has a snapshot of its own, taken after the lock.
      const [[claimed], [stored]] = await Promise.all([
        sql<{ locked: boolean }>(
          "select pg_try_advisory_xact_lock(('x' || left($1, 16))::bit(64)::bigint) locked",
          [keyHash],
        ),
        storedOf(keyHash, now),
      ]);
      if (!claimed?.locked) return 'in_flight';
      return stored ?? null;
    },
    async finish(keyHash, { fingerprint, failed, body, sealed }, now, expiresAt) {
      const presented = present(keyHash);
      const kept = sql(
        `insert into idempotency (key_hash, fingerprint, failed, body, sealed, expires_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (key_hash) do update set fingerprint = $2, failed = $3, body = $4, sealed = $5, expires_at = $6
         where idempotency.expires_at <= $7`,
        [keyHash, fingerprint, failed, body, sealed, expiresAt, now],
      );
      await Promise.all([presented, kept]);
    },
  };
}
