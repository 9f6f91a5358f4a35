import type { lifecycle as core, documents } from '@chancery/core';
import { isVisible, seenBy } from '../documents/visible.ts';
import type { Sql } from '../kernel/sql.ts';

type Standing = core.WorkerStanding;

/** Counts the actions of documents that somebody sees, and how late the oldest one is (OPS-1). */
export const standingPart = (
  sql: Sql,
  workspaceId: string,
): Pick<core.LifecycleActionRepository, 'standing' | 'lastPlannedAt'> => ({
  async standing(viewer, now) {
    const values = [workspaceId, now, ...seenBy(viewer)];
    const [[standing], [done = 0]] = await Promise.all([
      sql<{ counts: Standing['actions']; late: number } & Pick<Standing, 'byKind' | 'queues'>>(
        standingSql(viewer),
        values,
      ),
      sql.column<number>(doneSql(viewer), values),
    ]);
    if (standing === undefined) throw new TypeError('Counting always answers');
    const { counts, late, byKind, queues } = standing;
    return { actions: { ...counts, succeeded24h: done }, oldestDueSeconds: late, byKind, queues };
  },
  async lastPlannedAt() {
    const [at = null] = await sql.column<string | null>('select chancery_last_lifecycle_plan() at');
    return at;
  },
});

const inState = (state: string) => `'${state}', count(*) filter (where state = '${state}')`;
const states = ['pending', 'running', 'retrying', 'dead'].map(inState).join(', ');

/** Notices are gathered every ten minutes, so one is late only after that; nothing is late before it was planned. */
const wantedAt = `greatest(a.created_at, case a.kind
  when 'send_notice' then date_bin('10 minutes', a.due_at + interval '599.999 seconds', timestamptz '2000-01-01T00:00:00Z')
  else a.due_at end)`;

const standingSql = (viewer: documents.Viewer) => `
  with open as (
    select a.kind, j.queue, case a.status when 'planned' then 'planned' else j.status end state,
      case when a.status = 'planned' then ${wantedAt} when j.status = 'pending' then j.available_at end wanted_at
    from lifecycle_actions a
    join documents d on d.workspace_id = a.workspace_id and d.id = a.document_id
    left join jobs j on j.aggregate_type = 'lifecycle_action' and j.aggregate_id = a.id::text and j.workspace_id = $1
    where a.workspace_id = $1 and (a.status = 'started'
        or (a.status = 'planned' and a.due_at <= $2::timestamptz + interval '24 hours'))
      and ${isVisible(viewer, () => '$3')}
  ), kinds as (
    select jsonb_build_object('kind', kind, 'planned', count(*) filter (where state = 'planned'), ${states}) row
    from open group by kind order by kind
  ), queues as (
    select jsonb_build_object('queue', queue, ${states}) row from open where queue is not null group by queue order by queue
  )
  select jsonb_build_object('planned24h', count(*) filter (where state = 'planned'), ${states}) counts,
    greatest(0, coalesce(floor(extract(epoch from $2::timestamptz - min(wanted_at))), 0))::integer late,
    coalesce((select jsonb_agg(row) from kinds), '[]') "byKind", coalesce((select jsonb_agg(row) from queues), '[]') queues
  from open`;

const doneSql = (viewer: documents.Viewer) => `
  select count(*)::integer count from lifecycle_actions a
  join documents d on d.workspace_id = a.workspace_id and d.id = a.document_id
  where a.workspace_id = $1 and a.status = 'succeeded'
    and a.finished_at > $2::timestamptz - interval '24 hours' and ${isVisible(viewer, () => '$3')}`;
