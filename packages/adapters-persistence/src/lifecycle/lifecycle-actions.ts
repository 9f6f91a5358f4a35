import { lifecycle as core } from '@chancery/core';
import { instant, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { instantText } from '../kernel/instant-text.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { transition } from '../kernel/transition.ts';
import { planPart } from './documents-to-plan.ts';
import { standingPart } from './worker-standing.ts';

const start = transition(core.lifecycleActionStates, 'start');
const ends: Readonly<Record<core.ActionOutcome, typeof start>> = {
  succeed: transition(core.lifecycleActionStates, 'succeed'),
  cancel: transition(core.lifecycleActionStates, 'cancel'),
  skip: transition(core.lifecycleActionStates, 'skip'),
};

type ActionRow = core.LifecycleAction & { workspaceId: string };

const ActionRow = new EntitySchema<ActionRow>({
  name: 'LifecycleAction',
  tableName: 'lifecycle_actions',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    kind: text(),
    status: text(),
    dueAt: instant(),
    params: json(),
    dedupeKey: text(),
    requestedByUserId: nullable(text()),
    reason: nullable(text()),
    mailIds: texts(),
    createdAt: instant(),
    finishedAt: nullable(instant()),
  },
});

export function lifecycleActionRepository(sql: Sql, workspaceId: string): core.LifecycleActionRepository {
  const actions = table(sql, ActionRow, { workspaceId });
  const { selection } = actions;

  return {
    add: (added) => actions.insert(added.map((action) => ({ ...action, workspaceId }))),
    find: (id) => actions.find({ id }),
    ofDocuments: (documentIds) =>
      sql<core.LifecycleAction>(
        `select ${selection} from lifecycle_actions
         where workspace_id = $1 and document_id = any($2::uuid[]) and status <> 'cancelled' order by due_at, id`,
        [workspaceId, documentIds],
      ),
    among: (ids) => sql<core.ReadAction>(readSql(selection), [workspaceId, ids]),
    ...changePart(sql, workspaceId),
    ...planPart(sql, workspaceId),
    ...standingPart(sql, workspaceId),
  };
}

/** Changes of many rows, or by state. */
const changePart = (sql: Sql, workspaceId: string) =>
  ({
    // No index answers "is true". A planner that does not know yet how many actions are planned would compare each of them
    // with each id, rather than find the few by their ids.
    start: (ids) =>
      sql.column(
        `update lifecycle_actions set status = ${start.to}
         where workspace_id = $1 and id = any($2::uuid[]) and (status in ${start.from}) is true returning id`,
        [workspaceId, ids],
      ),
    end: (id, outcome, at) =>
      sql.did(
        `update lifecycle_actions set status = ${ends[outcome].to}, finished_at = $3
         where workspace_id = $1 and id = $2 and status in ${ends[outcome].from}`,
        [workspaceId, id, at],
      ),
    async reschedule(instants) {
      if (instants.size === 0) return;
      await sql(
        `update lifecycle_actions a set due_at = m.due_at from unnest($2::uuid[], $3::timestamptz[]) m (id, due_at)
         where a.workspace_id = $1 and a.id = m.id and a.status in ${start.from}`,
        [workspaceId, [...instants.keys()], [...instants.values()]],
      );
    },
    async noteMails(mailIds) {
      const rows = [...mailIds].map(([id, ids]) => ({ id, ids }));
      await sql(
        `update lifecycle_actions a set mail_ids = array(select jsonb_array_elements_text(m.ids)::uuid)
         from jsonb_to_recordset($2::jsonb) m (id uuid, ids jsonb) where a.workspace_id = $1 and a.id = m.id`,
        [workspaceId, JSON.stringify(rows)],
      );
    },
    async noteResolution(id, resolution) {
      await sql('update lifecycle_actions set resolution = $3 where workspace_id = $1 and id = $2', [
        workspaceId,
        id,
        resolution,
      ]);
    },
    async purge() {
      await sql('delete from lifecycle_actions where workspace_id = $1', [workspaceId]);
      await sql('delete from lifecycle_notice_mails where workspace_id = $1', [workspaceId]);
    },
  }) satisfies Partial<core.LifecycleActionRepository>;

/**
 * A job that is gone had been acknowledged: no other end leaves the action open. The jobs are found once,
 * before the join: a planner that has no statistics of the jobs yet would read all of the workspace again for each action.
 */
const readSql = (selection: string) => `
  with work as materialized (
    select * from jobs
    where aggregate_type = 'lifecycle_action' and aggregate_id = any($2::uuid[]::text[]) and workspace_id = $1
  )
  select a.*, j.id "jobId", coalesce(j.attempts, 0) attempts, coalesce(j.max_attempts, 0) "maxAttempts",
    case when a.status = 'started' then coalesce(j.status, 'acknowledged') else a.status end "shownStatus",
    case when j.status = 'retrying' then j.available_at end "nextAttemptAt",
    j.last_error_code "lastErrorCode", j.last_error_message "lastErrorMessage", j.started_at "startedAt",
    coalesce(a."finishedAt", j.finished_at, j.dead_at) "endedAt", coalesce(j.replay_count, 0) "replayCount",
    greatest(a."createdAt", a."finishedAt", j.started_at, j.finished_at, j.dead_at, j.acknowledged_at) "updatedAt",
    case when j.status = 'acknowledged' then jsonb_build_object('byUserId', j.acknowledged_by_user_id,
      'at', ${instantText('j.acknowledged_at')}, 'resolution', a.resolution,
      'note', j.acknowledgement_reason) end acknowledgement
  from (select ${selection}, resolution from lifecycle_actions where workspace_id = $1 and id = any($2::uuid[])) a
  left join work j on j.aggregate_id = a.id::text
  order by a."dueAt", a.id`;
