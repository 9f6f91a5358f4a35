import { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

const columns = `id, scope, case_id "caseId", from_seq::float8 "fromSeq", to_seq::float8 "toSeq", sample_rate "sampleRate", status,
  checked, unchecked, faults, verification, progress, created_at "createdAt", started_at "startedAt", finished_at "finishedAt",
  created_by_user_id "createdByUserId", version`;

export function integrityCheckRepository(sql: Sql, workspaceId: string): core.IntegrityCheckRepository {
  return {
    async add({ id, scope, caseId, fromSeq, toSeq, sampleRate, status, ...check }) {
      const isAdded = await sql.did(
        `insert into integrity_checks (workspace_id, id, scope, case_id, from_seq, to_seq, sample_rate, status, checked, unchecked,
           faults, created_at, created_by_user_id)
         values ($1, $2, $3, $4, $5::bigint, $6::bigint, $7, $8, $9::jsonb, $10::jsonb, $11::jsonb, $12, $13) on conflict do nothing`,
        [
          ...[workspaceId, id, scope, caseId, fromSeq, toSeq, sampleRate, status],
          ...[check.checked, check.unchecked, check.faults].map((each) => JSON.stringify(each)),
          ...[check.createdAt, check.createdByUserId],
        ],
      );
      if (!isAdded) throw core.integrityCheckRunning();
    },
    find: (id) =>
      sql.first<core.IntegrityCheck>(
        `select ${columns} from integrity_checks where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      ),
    save: ({ id, status, startedAt, finishedAt, ...check }, before) =>
      sql.did(
        `update integrity_checks set status = $4, checked = $5::jsonb, unchecked = $6::jsonb, faults = $7::jsonb,
           verification = $8::jsonb, progress = $9::jsonb, started_at = $10, finished_at = $11,
           version = version + 1
         where workspace_id = $1 and id = $2 and status = $3`,
        [
          ...[workspaceId, id, before, status],
          ...[check.checked, check.unchecked, check.faults].map((each) => JSON.stringify(each)),
          ...[check.verification, check.progress].map((each) =>
            each === null ? null : JSON.stringify(each),
          ),
          ...[startedAt, finishedAt],
        ],
      ),
    list: (after, limit) =>
      sql<core.IntegrityCheck>(
        `select ${columns} from integrity_checks
         where workspace_id = $1 and ($2::uuid is null or id < $2::uuid) order by id desc limit $3`,
        [workspaceId, after?.[0] ?? null, limit + 1],
      ),
    ...factsOf(sql, workspaceId),
    async purge() {
      await sql('delete from integrity_checks where workspace_id = $1', [workspaceId]);
    },
  };
}

const factsOf = (
  sql: Sql,
  workspaceId: string,
): Pick<core.IntegrityCheckRepository, 'size' | 'failedSince'> => ({
  async size(caseId, most) {
    const found = await sql.first<core.IntegritySize>(sizeSql, [workspaceId, caseId, most]);
    return found ?? { cases: 0, entries: 0, attachments: 0, attachmentBytes: 0 };
  },
  async failedSince() {
    const [since] = await sql.column<string | null>(failedSql, [workspaceId]);
    return since ?? null;
  },
});

const sizeSql = `
  select
    (select count(*)::integer from (select from record_cases where workspace_id = $1 and ($2::uuid is null or id = $2) limit $3) c) cases,
    (select count(*)::integer from (select from record_entries where workspace_id = $1 and ($2::uuid is null or case_id = $2) limit $3) e) entries,
    a.attachments, a."attachmentBytes"
  from (select count(*)::integer attachments, coalesce(sum(size_bytes), 0)::float8 "attachmentBytes" from (
    select size_bytes from record_attachments where workspace_id = $1 and released_at is null
      and ($2::uuid is null or entry_id in (select id from record_entries where workspace_id = $1 and case_id = $2)) limit $3) f) a`;

/** What is wrong with the ledger alone is known by the ledger. */
const failedSql = `
  select min(f.finished_at) from integrity_checks f
  where f.workspace_id = $1 and f.status = 'failed' and f.scope <> '{audit_chain}' and not exists (
    select from integrity_checks p
    where p.workspace_id = $1 and p.status = 'passed' and p.id > f.id and p.scope @> f.scope
      and (p.case_id is null or p.case_id = f.case_id) and p.sample_rate >= f.sample_rate
      and coalesce(p.from_seq, 1) <= coalesce(f.from_seq, 1) and (p.to_seq is null or p.to_seq >= f.to_seq))`;
