import type { ClaimedJob, JobError, JobStore, NewJob } from '@chancery/core';
import type { Database } from './data-source.ts';
import { unit as roleUnit } from './raw-unit.ts';
import type { Sql } from './sql.ts';

export async function enqueueJobs(sql: Sql, jobs: readonly NewJob[]): Promise<void> {
  const rows = jobs.map(({ payload, ...job }) => ({ ...job, payload }));
  await sql(
    `insert into jobs (id, workspace_id, queue, topic, payload, ordering_key, available_at, max_attempts, correlation_id, created_at, status, attempts)
     select j.id, j."workspaceId", j.queue, j.topic, j.payload, j."orderingKey", j."availableAt", j."maxAttempts", j."correlationId", j."createdAt", 'pending', 0
     from jsonb_to_recordset($1::jsonb) as j(id uuid, "workspaceId" text, queue text, topic text, payload jsonb, "orderingKey" text,
       "availableAt" timestamptz, "maxAttempts" integer, "correlationId" uuid, "createdAt" timestamptz)`,
    [JSON.stringify(rows)],
  );
}

/** The worker's side: each call one transaction under the worker's role, which sees the jobs of every workspace. */
export function jobStore(database: Database): JobStore {
  const unit = <T>(work: (sql: Sql) => Promise<T>) => roleUnit(database, 'chancery_worker', work);

  const ended = (id: string, attempts: number, assignments: string, values: readonly unknown[]) =>
    unit(
      async (sql) =>
        (await sql.changed(
          `update jobs set lease_expires_at = null, ${assignments} where id = $1 and status = 'running' and attempts = $2`,
          [id, attempts, ...values],
        )) === 1,
    );

  return {
    claim: (queue, limit, leaseSeconds, now) =>
      unit((sql) =>
        sql<ClaimedJob>(
          `with lost as (
             select id from jobs where queue = $1 and status = 'running' and lease_expires_at <= $4::timestamptz
             order by lease_expires_at limit $2 for update skip locked
           ), due as (
             select id from jobs j where queue = $1 and status in ('pending', 'retrying') and available_at <= $4::timestamptz
               and (ordering_key is null or not exists (select from jobs o where o.ordering_key = j.ordering_key and o.id < j.id
                    and o.status in ('pending', 'running', 'retrying')))
             order by available_at, id limit $2 for update skip locked
           )
           update jobs set status = 'running', attempts = attempts + 1, started_at = $4, lease_expires_at = $4::timestamptz + make_interval(secs => $3)
           where id in (select id from lost union all select id from due limit $2)
           returning id, workspace_id "workspaceId", queue, topic, payload, attempts, max_attempts "maxAttempts", correlation_id "correlationId"`,
          [queue, limit, leaseSeconds, now],
        ),
      ),
    succeed: (id, attempts, now) => ended(id, attempts, "status = 'succeeded', finished_at = $3", [now]),
    retry: (id, attempts, availableAt, error: JobError) =>
      ended(
        id,
        attempts,
        "status = 'retrying', available_at = $3, last_error_code = $4, last_error_message = $5",
        [availableAt, error.code, error.message],
      ),
    bury: (id, attempts, error, now) =>
      ended(id, attempts, "status = 'dead', dead_at = $3, last_error_code = $4, last_error_message = $5", [
        now,
        error.code,
        error.message,
      ]),
    async release(id, attempts, now) {
      await ended(id, attempts, "status = 'retrying', attempts = attempts - 1, available_at = $3", [now]);
    },
    oldestDueSeconds: (now) =>
      unit(async (sql) => {
        const [row] = await sql<{ seconds: number | null }>(
          "select extract(epoch from $1::timestamptz - min(available_at))::float8 seconds from jobs where status in ('pending', 'retrying')",
          [now],
        );
        return Math.max(0, row?.seconds ?? 0);
      }),
  };
}
