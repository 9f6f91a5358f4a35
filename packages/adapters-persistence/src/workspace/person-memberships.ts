import type { identity, workspace } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { workspaceClosures } from './closures.ts';

type Membership = identity.WorkspaceMembership;
type StandingColumns = Omit<Membership['workspace'], 'id'> &
  Omit<Membership['membership'], 'status'> & { memberStatus: Membership['membership']['status'] };

const standingSql = `
  select workspace_status status, plan_code "planCode", plan_terms "planTerms", settings, role, member_status "memberStatus",
         has_second_factor "hasSecondFactor", second_factor_since "secondFactorSince"
  from chancery_standing($1, $2)`;

export function personMemberships(sql: Sql): workspace.PersonMemberships {
  return {
    async membershipIn(userId, workspaceId) {
      const [row] = await sql<StandingColumns>(standingSql, [userId, workspaceId]);
      if (row === undefined) return null;
      const { role, memberStatus, hasSecondFactor, secondFactorSince, ...standing } = row;
      return {
        workspace: { id: workspaceId, ...standing },
        membership: { role, status: memberStatus, hasSecondFactor, secondFactorSince },
      };
    },
    async abandonOwn(userId, workspaceId, at) {
      await sql("select set_config('app.workspace', $1, true)", [workspaceId]);
      const [row] = await sql<{ shared: boolean }>(
        `select exists (select from memberships where workspace_id = $1 and user_id <> $2)
           or exists (select from subscriptions where workspace_id = $1 and status not in ('cancelled', 'incomplete_expired')) shared`,
        [workspaceId, userId],
      );
      if (row?.shared !== false) return false;
      await workspaceClosures(sql, workspaceId).close(at, null);
      // The account goes before what it founded.
      await sql('delete from memberships where workspace_id = $1', [workspaceId]);
      return true;
    },
    async used(userId, workspaceId, at) {
      await sql(
        "update memberships set last_active_at = $3 where user_id = $1 and workspace_id = $2 and status <> 'removed'",
        [userId, workspaceId, at],
      );
    },
    ofPerson: (userId) =>
      sql<identity.WorkspaceSummary>(
        'select id, name, slug, logo_url "logoUrl", status, role, member_status "memberStatus", joined_at "joinedAt" from chancery_workspaces_of($1)',
        [userId],
      ),
    leftBy: (userId) =>
      sql.column('select workspace_id "workspaceId" from chancery_workspaces_left($1)', [userId]),
  };
}
