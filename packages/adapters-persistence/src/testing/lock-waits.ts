import type { PoolClient } from 'pg';

/** Resolves once so many transactions of this PostgreSQL database wait for a lock; fails if the action ends without waiting. */
export async function untilItWaits(probe: PoolClient, acting: Promise<unknown>, count = 1): Promise<void> {
  const ended = acting.then(
    () => true,
    () => true,
  );
  for (;;) {
    const { rows } = await probe.query(
      `select count(*)::int waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0].waiting >= count) return;
    if (await Promise.race([ended, new Promise((go) => setTimeout(go, 10))]))
      throw new Error('it does not wait for the row');
  }
}
