import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export const lifecycleTallies = (sql: Sql, workspaceId: string): core.LifecycleTallies => ({
  async fold(most) {
    const [count = 0] = await sql.column<number>(foldSql, [workspaceId, most]);
    await sql('delete from lifecycle_tallies where workspace_id = $1 and is_folded and documents = 0', [
      workspaceId,
    ]);
    return count;
  },
  async purge() {
    await sql('delete from lifecycle_tallies where workspace_id = $1', [workspaceId]);
  },
});

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const tallySweep = (sql: Sql): core.TallySweep => ({
  toFold: (least, most) =>
    sql.column('select workspace_id id from chancery_lifecycle_tallies_to_fold($1, $2)', [least, most]),
});

/** What tells the cells of a tally apart (migration 0320). */
const cell = [
  ...['tally', 'document_status', 'document_visibility', 'is_tracked', 'no_expiration', 'never_expires'],
  ...['require_confirmation', 'is_superseded', 'is_confirmed', 'is_dated'],
  ...['time_zone', 'expires_on', 'soon_at', 'ends_at', 'grace_ends_at'],
  ...['document_type_id', 'is_owned', 'owner_left', 'is_issued', 'is_effective', 'owner_user_id'],
].join(', ');

/** Whoever folds the same rows at the same moment takes others, and every row is added up once. */
const foldSql = `
  with taken as (
    delete from lifecycle_tallies where workspace_id = $1 and id in (
      select id from lifecycle_tallies where workspace_id = $1 and not is_folded order by id limit $2 for update skip locked)
    returning *
  ), folded as (
    insert into lifecycle_tallies (workspace_id, ${cell}, documents, is_folded)
    select workspace_id, ${cell}, sum(documents), true from taken
    group by workspace_id, ${cell} having sum(documents) <> 0 order by ${cell}
    on conflict (workspace_id, ${cell}) where is_folded
    do update set documents = lifecycle_tallies.documents + excluded.documents
  )
  select count(*)::integer count from taken`;
