import { workspace } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';

const abandon = transition(workspace.workspaceStates, 'abandon');
const cancelJob = transition(workspace.jobStates, 'cancel');

type Due = Awaited<ReturnType<workspace.WorkspaceClosures['due']>>[number];

export function workspaceClosures(sql: Sql, workspaceId: string): workspace.WorkspaceClosures {
  return {
    due: (now) => sql<Due>('select workspace_id "workspaceId", status from chancery_closures($1)', [now]),
    everyWorkspace: () => sql.column('select workspace_id from chancery_every_workspace()'),
    async exists() {
      const rows = await sql("select id from workspaces where id = $1 and status <> 'closed'", [workspaceId]);
      return rows.length > 0;
    },
    takeNotice: (at, since) =>
      sql.did(
        `update workspaces set closure_noticed_at = $2
         where id = $1 and (closure_noticed_at is null or closure_noticed_at <= $3::timestamptz)`,
        [workspaceId, at, since],
      ),
    async close(at, nameDigest) {
      if (nameDigest === null)
        await sql(
          `update workspaces set status = ${abandon.to} where id = $1 and status in ${abandon.from}`,
          [workspaceId],
        );
      await sql(
        `update workspaces set closed_at = $2, name_hash = $3, abandoned = $3::text is null where id = $1`,
        [workspaceId, at, nameDigest],
      );
      await sql(
        `update jobs set status = ${cancelJob.to}, finished_at = $2 where workspace_id = $1 and status in ${cancelJob.from}`,
        [workspaceId, at],
      );
    },
    async bury(at) {
      await sql('select chancery_bury_workspace($1, $2)', [workspaceId, at]);
    },
    async takeCustody(at) {
      await sql('update workspaces set custody_taken_at = $2 where id = $1', [workspaceId, at]);
    },
    // Page after page, so that everybody learns that the workspace closes, once (WSP-11).
    activeMemberIds: (after, limit) =>
      sql.column(
        `select user_id "userId" from memberships
           where workspace_id = $1 and status = 'active' and ($2::text is null or user_id > $2) order by user_id limit $3`,
        [workspaceId, after, limit],
      ),
  };
}
