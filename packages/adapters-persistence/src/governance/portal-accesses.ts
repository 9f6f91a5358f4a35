import type { governance as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** What becomes of actions of the ledger in the words of a subject. */
const kinds: Readonly<Record<string, core.RecordAccess['kind']>> = {
  'entry.read': 'read',
  'entry.attachment_read': 'file_read',
  'disclosure.package_released': 'released',
  'portal.opened': 'opened',
  'portal.package_read': 'read',
  'portal.item_read': 'read',
  'portal.exported': 'exported',
};
const actors: Readonly<Record<string, core.RecordAccess['by']>> = {
  user: 'staff',
  api_key: 'staff',
  portal_recipient: 'recipient',
};

interface Row {
  readonly at: string;
  readonly action: string;
  readonly actorKind: string;
  readonly purposeOfUse: core.RecordAccess['purposeOfUse'];
}

export const portalAccesses = (sql: Sql, workspaceId: string): core.PortalAccesses => ({
  async of({ id: packageId, caseId }, artifactIds, limit) {
    const rows = await sql<Row>(accessesSql, [
      ...[workspaceId, caseId, packageId, artifactIds, Object.keys(kinds), limit],
    ]);
    return rows.map(({ at, action, actorKind, purposeOfUse }) => ({
      at,
      kind: kinds[action] ?? 'read',
      by: actors[actorKind] ?? 'system',
      purposeOfUse,
    }));
  },
});

const accessesSql = `
  select e.occurred_at "at", e.action, e.actor_kind "actorKind", e.purpose_of_use "purposeOfUse"
  from audit_event e
  where e.ledger_id = $1 and e.case_id = $2 and e.action = any($5::text[])
    and (e.artifact_id = any($4::uuid[]) or e.target_kind = 'release_package' and e.target_id = $3)
  order by e.seq desc limit $6`;
