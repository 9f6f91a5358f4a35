import {
  type HeldJob,
  type JobError,
  type JobStore,
  type JobSubjects,
  type NewJob,
  workspace,
} from '@chancery/core';
import type { Database } from './data-source.ts';
import { claimByLane } from './job-lanes.ts';
import { claimInTurn, type Turns } from './job-turns.ts';
import { unit as roleUnit, statement } from './raw-unit.ts';
import type { Sql } from './sql.ts';
import { type Transition, transition } from './transition.ts';

const cancel = transition(workspace.jobStates, 'cancel');
const claim = transition(workspace.jobStates, 'claim');
const takeOver = transition(workspace.jobStates, 'take_over');
const succeed = transition(workspace.jobStates, 'succeed');
const retry = transition(workspace.jobStates, 'retry');
const release = transition(workspace.jobStates, 'release');
const bury = transition(workspace.jobStates, 'bury');
const reject = transition(workspace.jobStates, 'reject');

export async function enqueueJobs(sql: Sql, jobs: readonly NewJob[]): Promise<void> {
  await sql(
    `insert into jobs (id, workspace_id, queue, topic, context, aggregate_type, aggregate_id, payload, ordering_key, available_at, max_attempts, correlation_id, created_at, status, attempts)
     select j.id, j."workspaceId", j.queue, j.topic, coalesce(j.context, 'kernel'), j."aggregateType", j."aggregateId", j.payload, j."orderingKey", j."availableAt", j."maxAttempts", j."correlationId", j."createdAt", 'pending', 0
     from jsonb_to_recordset($1::jsonb) as j(id uuid, "workspaceId" text, queue text, topic text, context text, "aggregateType" text, "aggregateId" text, payload jsonb, "orderingKey" text,
       "availableAt" timestamptz, "maxAttempts" integer, "correlationId" uuid, "createdAt" timestamptz)`,
    [JSON.stringify(jobs)],
  );
}

/** Cancels jobs that have not begun; a job that is being claimed at this moment is left to its worker. */
export async function cancelJobs(
  sql: Sql,
  workspaceId: string | null,
  { type, id }: JobSubjects,
  topics: readonly string[],
  now: string,
): Promise<number> {
  // As an array they are looked for once: a planner without statistics would look for them again for each job there is.
  return sql.changed(
    `update jobs set status = ${cancel.to}, finished_at = $5
     where id = any(array(select id from jobs where aggregate_id = any($1::text[]) and aggregate_type = $2 and topic = any($3::text[])
         and workspace_id is not distinct from $4 and status in ${cancel.from} for update skip locked))`,
    [[id].flat(), type, topics, workspaceId, now],
  );
}

/** The worker's side: each call is one transaction under the worker's role, which sees the jobs of every workspace. */
export function jobStore(database: Database): JobStore {
  const unit = <T>(work: (sql: Sql) => Promise<T>) => roleUnit(database, 'chancery_worker', work);
  const ended = (
    id: string,
    attempts: number,
    { from, to }: Transition,
    assignments: string,
    values: readonly unknown[],
  ) =>
    statement(
      database,
      'chancery_worker',
      async (sql) =>
        (await sql.changed(
          `update jobs set status = ${to}, lease_expires_at = null, ${assignments} where id = $1 and status in ${from} and attempts = $2`,
          [id, attempts, ...values],
        )) === 1,
    );

  return {
    claim: claimOf(database),
    succeed: (held, now) => together(database, held, succeed, 'finished_at = $3', now),
    retry: (id, attempts, availableAt, error: JobError) =>
      ended(id, attempts, retry, 'available_at = $3, last_error_code = $4, last_error_message = $5', [
        availableAt,
        error.code,
        error.message,
      ]),
    bury: (id, attempts, error, now) =>
      ended(id, attempts, bury, 'dead_at = $3, last_error_code = $4, last_error_message = $5', [
        now,
        error.code,
        error.message,
      ]),
    async undeliverable(id, now) {
      await unit((sql) =>
        sql(
          `update jobs set status = ${reject.to}, dead_at = $2, lease_expires_at = null, last_error_code = 'broker_delivery_limit',
             last_error_message = 'Its workers ended without an answer, again and again'
           where id = $1 and status in ${reject.from}`,
          [id, now],
        ),
      );
    },
    async release(held, now) {
      await together(database, held, release, 'attempts = j.attempts - 1, available_at = $3', now);
    },
    tick: (tick, job) =>
      unit(async (sql) => {
        const first = await sql.changed(
          `insert into schedule_ticks (topic, last_tick) values ($1, $2)
           on conflict (topic) do update set last_tick = excluded.last_tick where schedule_ticks.last_tick < excluded.last_tick`,
          [job.topic, tick],
        );
        if (first === 0) return false;
        await enqueueJobs(sql, [job]);
        return true;
      }),
    oldestDueSeconds: (now) =>
      unit(async (sql) => {
        const [row] = await sql<{ seconds: number | null }>(
          "select extract(epoch from $1::timestamptz - min(available_at))::float8 seconds from jobs where status in ('pending', 'retrying')",
          [now],
        );
        return Math.max(0, row?.seconds ?? 0);
      }),
    async dueQueues(now) {
      const rows = await statement(database, 'chancery_worker', (sql) =>
        sql<{ queue: string; jobs: number }>(dueQueuesSql, [now, mostDueRead]),
      );
      const jobs = rows.reduce((sum, row) => sum + row.jobs, 0);
      return jobs < mostDueRead ? rows.map(({ queue }) => queue) : null;
    },
  };
}

/** Of as many due jobs the queues are read; of more it is as cheap to claim. */
const mostDueRead = 500;
const dueQueuesSql = `
  select queue, count(*)::integer jobs from (
    (select queue from jobs where status in ${claim.from} and available_at <= $1 order by available_at limit $2)
    union all
    (select queue from jobs where status in ${takeOver.from} and lease_expires_at <= $1 order by lease_expires_at limit $2)
  ) due group by queue`;

/** One step of many jobs in one statement; of how many it was written. */
const together = (
  database: Database,
  held: readonly HeldJob[],
  { from, to }: Transition,
  assignments: string,
  now: string,
): Promise<number> =>
  statement(database, 'chancery_worker', (sql) =>
    sql.changed(
      `update jobs j set status = ${to}, lease_expires_at = null, ${assignments}
       from unnest($1::uuid[], $2::integer[]) held (id, attempts)
       where j.id = held.id and j.status in ${from} and j.attempts = held.attempts`,
      [held.map(({ id }) => id), held.map(({ attempts }) => attempts), now],
    ),
  );

function claimOf(database: Database): JobStore['claim'] {
  const turns: Turns = new Map();
  return (queue, limit, lease, now, ahead = 0) =>
    statement(
      database,
      'chancery_worker',
      (sql) => {
        const leases = typeof lease === 'number' ? { '': lease } : lease;
        return queue === 'webhook'
          ? claimByLane(sql, limit, leases, now)
          : claimInTurn(sql, { queue, limit, ahead, leases, now }, turns);
      },
      // If the claim is lost, the job is given out again, as after the loss of a worker; the end of a job makes both durable.
      { waitsForDisk: false },
    );
}
