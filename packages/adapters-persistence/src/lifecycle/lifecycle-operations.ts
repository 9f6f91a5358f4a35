import type { lifecycle as core, documents } from '@chancery/core';
import { isVisible, seenBy } from '../documents/visible.ts';
import type { Sql } from '../kernel/sql.ts';

type Counts = core.OperationCounts;
type Viewer = documents.Viewer;

export const lifecycleOperations = (sql: Sql, workspaceId: string): core.LifecycleOperations => ({
  async counts(viewer, now, unsureBelow) {
    const seen = seenBy(viewer);
    const [[ofRenewals], [ofHolds], [ofRuns], [ofEvidence]] = await Promise.all([
      sql<Pick<Counts, 'renewals' | 'singlePersonRenewals'>>(renewalsSql(viewer), [workspaceId, ...seen]),
      sql<Pick<Counts, 'activeHolds' | 'heldDocuments'>>(holdsSql(viewer), [workspaceId, ...seen]),
      sql<Pick<Counts, 'queuedRuns' | 'runningRuns' | 'failedRuns'>>(runsSql(viewer), [
        workspaceId,
        now,
        ...seen,
      ]),
      sql<Pick<Counts, 'proposals' | 'unsureProposals'>>(evidenceSql(viewer), [
        workspaceId,
        unsureBelow,
        mostProposals,
        ...seen,
      ]),
    ]);
    if (!ofRenewals || !ofHolds || !ofRuns || !ofEvidence) throw new TypeError('Counting always answers');
    return { ...ofRenewals, ...ofHolds, ...ofRuns, ...ofEvidence };
  },
  nextActions: (viewer, limit) => sql.column(nextSql(viewer), [workspaceId, limit, ...seenBy(viewer)]),
  failedActions: (viewer, limit) => sql.column(failedSql(viewer), [workspaceId, limit, ...seenBy(viewer)]),
  holdsToReview: (viewer, before, limit) =>
    sql<core.HoldToLookAt>(reviewSql(viewer), [workspaceId, before, limit, ...seenBy(viewer)]),
  nextExecutions: (limit) =>
    sql.column(
      `select id from retention_candidates
       where workspace_id = $1 and status = 'scheduled' order by execute_after, id limit $2`,
      [workspaceId, limit],
    ),
  async singlePersonCandidates() {
    const [count = 0] = await sql.column<number>(
      `select count(*)::integer count from retention_candidates
       where workspace_id = $1 and status in ('pending', 'scheduled', 'executed') and reviews @> '[{"singlePerson": true}]'`,
      [workspaceId],
    );
    return count;
  },
});

const mostProposals = 10_000;

const documentOf = (alias: string) =>
  `join documents d on d.workspace_id = ${alias}.workspace_id and d.id = ${alias}.document_id`;

const renewalsSql = (viewer: Viewer) => `
  with seen as (
    select r.status, count(*)::integer count, count(*) filter (where r.single_person)::integer alone
    from renewal_cases r ${documentOf('r')} where r.workspace_id = $1 and ${isVisible(viewer, () => '$2')} group by r.status
  )
  select coalesce(jsonb_object_agg(status, count), '{}') renewals, coalesce(sum(alone), 0)::integer "singlePersonRenewals" from seen`;

const holdsSql = (viewer: Viewer) => `
  select count(*)::integer "activeHolds", count(distinct h.document_id)::integer "heldDocuments"
  from document_holds h ${documentOf('h')}
  where h.workspace_id = $1 and h.status = 'active' and ${isVisible(viewer, () => '$2')}`;

const runsSql = (viewer: Viewer) => `
  select count(*) filter (where e.status = 'queued')::integer "queuedRuns",
    count(*) filter (where e.status = 'running')::integer "runningRuns",
    count(*) filter (where e.status = 'failed')::integer "failedRuns"
  from extraction_runs e ${documentOf('e')}
  where e.workspace_id = $1 and (e.status in ('queued', 'running')
    or (e.status = 'failed' and e.finished_at > $2::timestamptz - interval '24 hours')) and ${isVisible(viewer, () => '$3')}`;

const evidenceSql = (viewer: Viewer) => `
  select count(*)::integer proposals, count(*) filter (where confidence < $2::numeric)::integer "unsureProposals"
  from (select e.confidence from evidence e ${documentOf('e')}
    where e.workspace_id = $1 and e.status = 'proposed' and not e.is_superseded and d.status = 'active'
      and ${isVisible(viewer, () => '$4')} limit $3) proposed`;

const nextSql = (viewer: Viewer) => `
  select a.id from lifecycle_actions a ${documentOf('a')}
  where a.workspace_id = $1 and a.status = 'planned' and ${isVisible(viewer, () => '$3')}
  order by a.due_at, a.id limit $2`;

/** Its job says that an action was given up; one that was put aside has another state. */
const failedSql = (viewer: Viewer) => `
  select a.id from lifecycle_actions a ${documentOf('a')}
  join jobs j on j.aggregate_type = 'lifecycle_action' and j.aggregate_id = a.id::text and j.workspace_id = $1
  where a.workspace_id = $1 and a.status = 'started' and j.status = 'dead' and ${isVisible(viewer, () => '$3')}
  order by a.due_at desc, a.id desc limit $2`;

const reviewSql = (viewer: Viewer) => `
  select h.id "holdId", h.review_on "reviewOn", d.owner_user_id "documentOwnerId", l.owner_user_id "lifecycleOwnerId", l.time_zone "timeZone"
  from document_holds h ${documentOf('h')}
  join document_lifecycles l on l.workspace_id = h.workspace_id and l.document_id = h.document_id
  where h.workspace_id = $1 and h.status = 'active' and h.review_on < $2::date and ${isVisible(viewer, () => '$4')}
  order by h.review_on, h.id limit $3`;
