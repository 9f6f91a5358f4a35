import { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

const columns = `id, scope, from_seq::float8 "fromSeq", to_seq::float8 "toSeq", status, events_checked::float8 "eventsChecked",
  faults, verification, created_at "createdAt", started_at "startedAt", finished_at "finishedAt"`;

export function integrityCheckRepository(sql: Sql, workspaceId: string): core.IntegrityCheckRepository {
  return {
    async add({ id, scope, fromSeq, toSeq, status, eventsChecked, faults, createdAt }) {
      const isAdded = await sql.did(
        `insert into integrity_checks (workspace_id, id, scope, from_seq, to_seq, status, events_checked, faults, created_at)
         values ($1, $2, $3, $4::bigint, $5::bigint, $6, $7::bigint, $8::jsonb, $9) on conflict do nothing`,
        [workspaceId, id, scope, fromSeq, toSeq, status, eventsChecked, JSON.stringify(faults), createdAt],
      );
      if (!isAdded) throw core.integrityCheckRunning();
    },
    find: (id) =>
      sql.first<core.IntegrityCheck>(
        `select ${columns} from integrity_checks where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      ),
    save: ({ id, status, eventsChecked, faults, verification, startedAt, finishedAt }, before) =>
      sql.did(
        `update integrity_checks set status = $4, events_checked = $5::bigint, faults = $6::jsonb,
           verification = $7::jsonb, started_at = $8, finished_at = $9
         where workspace_id = $1 and id = $2 and status = $3`,
        [
          ...[workspaceId, id, before, status, eventsChecked, JSON.stringify(faults)],
          ...[verification === null ? null : JSON.stringify(verification), startedAt, finishedAt],
        ],
      ),
    list: (after, limit) =>
      sql<core.IntegrityCheck>(
        `select ${columns} from integrity_checks
         where workspace_id = $1 and ($2::uuid is null or id < $2::uuid) order by id desc limit $3`,
        [workspaceId, after?.[0] ?? null, limit + 1],
      ),
    async purge() {
      await sql('delete from integrity_checks where workspace_id = $1', [workspaceId]);
    },
  };
}
