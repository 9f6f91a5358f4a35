import { workspace } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { writtenPage } from '../kernel/written-rows.ts';

type Job = workspace.Job;

/**
 * The jobs of one workspace, as people see and control them; without a workspace those of the installation, which only the
 * worker's role may see (JOB-10). The worker's side is `kernel/jobs.ts`.
 */
export function workspaceJobs(sql: Sql, workspaceId: string | null): workspace.WorkspaceJobs {
  const { listSql, contextsSql, getSql, saveSql, countSql, oldestSql } = statementsOf(workspaceId);
  return {
    async get(id) {
      const [job] = await sql<Job>(getSql, [workspaceId, id]);
      if (job === undefined) throw workspace.jobNotFound();
      return job;
    },
    async save(job, before) {
      const saved = await sql.changed(saveSql, [
        workspaceId,
        job.id,
        before.status,
        before.replayCount,
        job.status,
        job.attempts,
        job.availableAt,
        job.deadAt,
        job.replayCount,
        job.acknowledgedByUserId,
        job.acknowledgedAt,
        job.acknowledgementReason,
      ]);
      if (saved === 0) throw workspace.jobInvalidState();
    },
    list: (status, filter, after, limit) =>
      writtenPage(sql, workspace.JobView, listSql, [
        workspaceId,
        status,
        ...valuesOf(filter),
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ]),
    ofContexts: ({ contexts, statuses, topic }, after, limit) =>
      sql<Job>(contextsSql, [
        workspaceId,
        contexts,
        statuses,
        topic,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ]),
    async stuckOf(contexts) {
      const [row] = await sql<workspace.StuckJobs>(stuckSql, [workspaceId, contexts]);
      return row ?? { dead: 0, retrying: 0, oldestDeadAt: null };
    },
    async countDead(filter) {
      const [row] = await sql<{ count: number }>(countSql, [workspaceId, 'dead', ...valuesOf(filter)]);
      return row?.count ?? 0;
    },
    oldestDead: (filter, limit) => sql<Job>(oldestSql, [workspaceId, 'dead', ...valuesOf(filter), limit]),
    async counts(now) {
      const [queues, [times]] = await Promise.all([
        sql<workspace.QueueCounts>(queuesSql, [workspaceId, now]),
        sql<{ remindersQueued: number; nextScheduledAt: string | null }>(timesSql, [workspaceId, now]),
      ]);
      return {
        queues,
        remindersQueued: times?.remindersQueued ?? 0,
        nextScheduledAt: times?.nextScheduledAt ?? null,
      };
    },
    toNotify: (now) =>
      sql.column('select workspace_id "workspaceId" from chancery_workspaces_to_tell($1)', [now]),
    async digest(now) {
      const dead = await sql<workspace.DeadTopic>(digestSql, [workspaceId]);
      await sql(
        `insert into dead_letter_digests (workspace_id, told_at) values ($1, $2)
         on conflict (workspace_id) do update set told_at = excluded.told_at`,
        [workspaceId, now],
      );
      return dead;
    },
  };
}

const valuesOf = ({ queue, topic, errorCode, from, to }: workspace.JobFilter) => [
  queue,
  topic,
  errorCode,
  from,
  to,
];
const filtered = `($3::text is null or queue = $3) and ($4::text is null or topic = $4) and ($5::text is null or last_error_code = $5)
  and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at < $7)`;

const columns = `id, workspace_id "workspaceId", queue, topic, context, aggregate_type "aggregateType", aggregate_id "aggregateId", status,
  attempts, max_attempts "maxAttempts", available_at "availableAt", lease_expires_at "leaseExpiresAt", ordering_key "orderingKey",
  last_error_code "lastErrorCode", last_error_message "lastErrorMessage", started_at "startedAt", finished_at "finishedAt",
  dead_at "deadAt", replay_count "replayCount", acknowledged_by_user_id "acknowledgedByUserId", acknowledged_at "acknowledgedAt",
  acknowledgement_reason "acknowledgementReason", correlation_id "correlationId", created_at "createdAt"`;

const statementsOf = (workspaceId: string | null) => (workspaceId === null ? ofInstallation : ofWorkspace);

/** An index serves `is null` and `=`, but not a condition that is either of them. */
const statements = (own: string) => ({
  getSql: `select ${columns} from jobs where ${own} and id = $2`,
  listSql: `
    select ${columns} from jobs
    where ${own} and status = $2 and ${filtered} and ($8::timestamptz is null or (created_at, id) < ($8::timestamptz, $9::uuid))
    order by created_at desc, id desc limit $10`,
  contextsSql: `
    select ${columns} from jobs
    where ${own} and context = any($2::text[]) and status = any($3::text[]) and ($4::text is null or topic = $4)
      and ($5::timestamptz is null or (created_at, id) < ($5::timestamptz, $6::uuid))
    order by created_at desc, id desc limit $7`,
  countSql: `select count(*)::int count from jobs where ${own} and status = $2 and ${filtered}`,
  oldestSql: `
    select ${columns} from jobs where ${own} and status = $2 and ${filtered}
    order by created_at, id limit $8 for update skip locked`,
  /** A compare-and-set by state and by number of replays: if two people replay one job at once, one succeeds (JOB-8). */
  saveSql: `
    update jobs set status = $5, attempts = $6, available_at = $7, dead_at = $8, replay_count = $9,
           acknowledged_by_user_id = $10, acknowledged_at = $11, acknowledgement_reason = $12
    where ${own} and id = $2 and status = $3 and replay_count = $4`,
});
const ofWorkspace = statements('workspace_id = $1');
const ofInstallation = statements('workspace_id is null and $1::text is null');

const queuesSql = `
  select queue, count(*) filter (where status = 'pending')::int pending, count(*) filter (where status = 'running')::int running,
         count(*) filter (where status = 'retrying')::int retrying, count(*) filter (where status = 'dead')::int dead,
         greatest(0, coalesce(floor(extract(epoch from $2::timestamptz -
           min(available_at) filter (where status in ('pending', 'retrying')))), 0))::int "oldestPendingSeconds"
  from jobs where workspace_id = $1 and status in ('pending', 'running', 'retrying', 'dead')
  group by queue order by queue`;

const stuckSql = `
  select count(*) filter (where status = 'dead')::int dead, count(*) filter (where status = 'retrying')::int retrying,
         min(dead_at) filter (where status = 'dead') "oldestDeadAt"
  from jobs where workspace_id = $1 and context = any($2) and status in ('retrying', 'dead')`;

const timesSql = `
  select count(*) filter (where topic like '%remind%')::int "remindersQueued",
         min(available_at) filter (where status <> 'running' and available_at > $2::timestamptz) "nextScheduledAt"
  from jobs where workspace_id = $1 and status in ('pending', 'running', 'retrying')`;

const digestSql = `
  select topic, count(*)::int count from jobs
  where workspace_id = $1 and status = 'dead' and topic <> 'jobs.mail_dead_letters'
    and dead_at > coalesce((select told_at from dead_letter_digests where workspace_id = $1), '-infinity')
  group by topic order by topic`;
