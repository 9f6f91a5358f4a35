import { type Instant, millisecondsOf, plusDays, plusSeconds } from '@chancery/core';
import type { Database } from './data-source.ts';
import { type DatabaseRole, unit } from './raw-unit.ts';
import type { Sql } from './sql.ts';

/** Housekeeping that needs no use case: rows that have served their time. */
export interface MaintenanceTask {
  readonly name: string;
  readonly everySeconds: number;
  /** The number of rows it took or cleared; null where another process is at it. Safe to repeat at any time. */
  run(now: Instant): Promise<number | null>;
}

/** Rows taken by one statement, so that no run holds locks or the embedded database for long. */
const batch = 5000;
const hour = 3600;
const quickly = 300;

export function maintenanceTasks(
  database: Database,
  { refreshGraceSeconds }: { readonly refreshGraceSeconds: number },
): readonly MaintenanceTask[] {
  const task = (
    name: string,
    everySeconds: number,
    role: DatabaseRole,
    once: (sql: Sql, now: Instant) => Promise<number>,
  ): MaintenanceTask => ({
    name,
    everySeconds,
    async run(now) {
      let total = 0;
      for (;;) {
        const changed = await led(database, name, role, (sql) => once(sql, now));
        if (changed === null) return total === 0 ? null : total;
        total += changed;
        if (changed < batch) return total;
      }
    },
  });
  const prune = (table: string, key: string, condition: string) =>
    `delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} limit ${batch})`;

  return [
    task('idempotency.prune', hour, 'chancery_worker', (sql, now) =>
      sql.changed(prune('idempotency', 'key_hash', 'expires_at <= $1'), [now]),
    ),
    task('inbox.prune', hour, 'chancery_worker', (sql, now) =>
      sql.changed(prune('inbox', 'handler, job_id', 'ran_at <= $1'), [plusDays(now, -30)]),
    ),
    task('jobs.prune', hour, 'chancery_worker', (sql, now) =>
      sql.changed(prune('jobs', 'id', "status = 'succeeded' and finished_at <= $1"), [plusDays(now, -7)]),
    ),
    task('throttles.sweep', quickly, 'chancery_identity', (sql, now) =>
      sql.changed(prune('throttles', 'key', 'expire <= $1'), [millisecondsOf(now)]),
    ),
    task('revoked_tokens.sweep', quickly, 'chancery_identity', (sql, now) =>
      sql.changed(prune('revoked_tokens', 'jti', 'expires_at <= $1'), [plusSeconds(now, -60)]),
    ),
    // A salt lets a lost answer be repeated (SES-6); after the grace it would only help a thief.
    task('session_salts.sweep', quickly, 'chancery_identity', (sql, now) =>
      sql.changed(
        `update sessions set rotation_salt = null
         where id in (select id from sessions where rotation_salt is not null and rotated_at <= $1 limit ${batch} for update skip locked)`,
        [plusSeconds(now, -refreshGraceSeconds)],
      ),
    ),
  ];
}

/** Runs in one process at a time: whoever does not get the lock leaves the task to the other. */
async function led(
  database: Database,
  name: string,
  role: DatabaseRole,
  work: (sql: Sql) => Promise<number>,
): Promise<number | null> {
  return unit(database, role, async (sql) => {
    const [lock] = await sql<{ taken: boolean }>(
      "select pg_try_advisory_xact_lock(hashtext('chancery.maintenance'), hashtext($1)) taken",
      [name],
    );
    return lock?.taken ? work(sql) : null;
  });
}
