import type { workspace } from '@chancery/core';
import type { Database } from './data-source.ts';
import { unit } from './raw-unit.ts';

export interface OperatorFilter {
  readonly status: string | null;
  readonly queue: string | null;
  readonly topic: string | null;
  readonly workspaceId: string | null;
  readonly limit: number;
}

export interface OutboxStatus {
  readonly queues: readonly {
    readonly queue: string;
    readonly pending: number;
    readonly running: number;
    readonly retrying: number;
    readonly dead: number;
    readonly oldestDueSeconds: number;
  }[];
}

/** Jobs of the whole installation for the host commands: they include those of no workspace (JOB-10), and never a payload. */
export function operatorJobs(database: Database) {
  const columns = `id, workspace_id "workspaceId", queue, topic, context, aggregate_type "aggregateType", aggregate_id "aggregateId",
    status, attempts, max_attempts "maxAttempts", available_at "availableAt", lease_expires_at "leaseExpiresAt",
    last_error_code "lastErrorCode", last_error_message "lastErrorMessage", started_at "startedAt", finished_at "finishedAt",
    dead_at "deadAt", replay_count "replayCount", acknowledged_at "acknowledgedAt",
    acknowledgement_reason "acknowledgementReason", correlation_id "correlationId", created_at "createdAt"`;
  return {
    /** Newest first. */
    list: ({ status, queue, topic, workspaceId, limit }: OperatorFilter) =>
      unit(database, 'chancery_worker', (sql) =>
        sql<Partial<workspace.Job>>(
          `select ${columns} from jobs
           where ($1::text is null or status = $1) and ($2::text is null or queue = $2) and ($3::text is null or topic = $3)
             and ($4::text is null or workspace_id = $4)
           order by created_at desc, id desc limit $5`,
          [status, queue, topic, workspaceId, limit],
        ),
      ),
    /** The job, or null. */
    get: (id: string) =>
      unit(database, 'chancery_worker', (sql) =>
        sql.first<Partial<workspace.Job>>(`select ${columns} from jobs where id = $1`, [id]),
      ),
    status: (now: string): Promise<OutboxStatus> =>
      unit(database, 'chancery_worker', async (sql) => ({
        queues: await sql<OutboxStatus['queues'][number]>(
          `select queue, count(*) filter (where status = 'pending')::int pending, count(*) filter (where status = 'running')::int running,
                  count(*) filter (where status = 'retrying')::int retrying, count(*) filter (where status = 'dead')::int dead,
                  greatest(0, coalesce(floor(extract(epoch from $1::timestamptz -
                    min(available_at) filter (where status in ('pending', 'retrying')))), 0))::int "oldestDueSeconds"
           from jobs where status in ('pending', 'running', 'retrying', 'dead') group by queue order by queue`,
          [now],
        ),
      })),
  };
}
