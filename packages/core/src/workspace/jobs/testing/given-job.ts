import { systemIds } from '../../../kernel/ids.ts';
import type { NewJob } from '../../../kernel/outbox.ts';
import type { Clock } from '../../../kernel/ports.ts';

type Row = Partial<NewJob> & { readonly status?: string; readonly lastErrorCode?: string };
interface Here {
  readonly workspaceId: string;
  readonly clock: Clock;
  sql(text: string, values: readonly unknown[]): Promise<unknown>;
}

/** Inserts a job of any status into the workspace and returns its id. */
export async function givenJob({ sql, workspaceId, clock }: Here, over: Row = {}): Promise<string> {
  const id = over.id ?? systemIds.uuid7();
  const status = over.status ?? 'dead';
  const isDead = status === 'dead' || status === 'acknowledged';
  await sql(
    `insert into jobs (id, workspace_id, queue, topic, context, payload, status, attempts, max_attempts, available_at, correlation_id,
       created_at, dead_at, last_error_code, last_error_message)
     values ($1, $2, $3, $4, 'test', $5, $6, 3, 3, $7, $1, $8, $9, $10, $11)`,
    [
      id,
      over.workspaceId === undefined ? workspaceId : over.workspaceId,
      over.queue ?? 'test',
      over.topic ?? 'test.topic',
      JSON.stringify(over.payload ?? { secretOfThePayload: 'never shown' }),
      status,
      over.availableAt ?? clock.now(),
      over.createdAt ?? clock.now(),
      isDead ? clock.now() : null,
      isDead ? (over.lastErrorCode ?? 'job.failed') : null,
      isDead ? 'No luck' : null,
    ],
  );
  return id;
}
