import { type lifecycle as core, type documents, versionConflict } from '@chancery/core';
import { isVisible, seenBy } from '../documents/visible.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { concernedPart } from './concerned-documents.ts';
import { LifecycleRow } from './lifecycle-row.ts';
import { statusAt } from './status-sql.ts';

export function lifecycleRepository(sql: Sql, workspaceId: string): core.LifecycleRepository {
  const lifecycles = table(sql, LifecycleRow, { workspaceId });

  return {
    async read(documentId, now) {
      const found = await sql.first<core.ReadLifecycle>(readSql(lifecycles.selection), [
        workspaceId,
        documentId,
        now,
      ]);
      if (found === null) throw new Error(`The document ${documentId} has no lifecycle`);
      return found;
    },
    async save(lifecycle) {
      const after = { ...lifecycle, version: lifecycle.version + 1 };
      const { documentId, version } = lifecycle;
      const saved = await lifecycles.update({ documentId, version }, saidOf(after));
      if (saved === 0) throw versionConflict();
      return after;
    },
    async toEvaluate(documentIds) {
      const rows = await sql<FactsRow>(factsSql, [workspaceId, documentIds]);
      const found = await sql<LifecycleRow>(
        `select ${lifecycles.selection} from document_lifecycles where workspace_id = $1 and document_id = any($2::uuid[])`,
        [workspaceId, documentIds],
      );
      const lifecycleOf = new Map(found.map((row) => [row.documentId, row]));
      return rows.flatMap(({ documentId, ...facts }) => {
        const lifecycle = lifecycleOf.get(documentId);
        return lifecycle === undefined ? [] : [{ ...facts, lifecycle }];
      });
    },
    async settle(outcomes) {
      const rows = [...outcomes].map(([documentId, outcome]) => ({ documentId, ...outcome }));
      await sql(settleSql, [workspaceId, JSON.stringify(rows)]);
    },
    ...sweepingPart(sql, workspaceId),
    ...concernedPart(sql, workspaceId),
    ...listedPart(sql, workspaceId),
  };
}

/** What lists of documents and of policies say about lifecycles. */
const listedPart = (sql: Sql, workspaceId: string) =>
  ({
    async summaries(documentIds, now) {
      const rows = await sql<documents.LifecycleSummary & { documentId: string }>(summariesSql, [
        workspaceId,
        documentIds,
        now,
      ]);
      return new Map(rows.map(({ documentId, ...summary }) => [documentId, summary]));
    },
    async countsOfPolicies(policyIds, viewer, most) {
      const values = [workspaceId, policyIds, most, ...seenBy(viewer)];
      const counts = await sql<{ policyId: string; count: number }>(countsSql(viewer), values);
      return new Map(counts.map(({ policyId, count }) => [policyId, count]));
    },
  }) satisfies Partial<core.LifecycleRepository>;

/** What changes many at once, or beside what people say. */
const sweepingPart = (sql: Sql, workspaceId: string) =>
  ({
    async noteRenewal(documentId, forExpiresOn) {
      await sql(
        'update document_lifecycles set renewal_opened_for = $3 where workspace_id = $1 and document_id = $2',
        [workspaceId, documentId, forExpiresOn],
      );
    },
    async handOver(userId, heirUserId, at) {
      await sql(handOverSql, [workspaceId, userId, heirUserId, at]);
    },
    async purge() {
      await sql('delete from document_lifecycles where workspace_id = $1', [workspaceId]);
      // By then they add up to nothing.
      await sql('delete from lifecycle_tallies where workspace_id = $1', [workspaceId]);
    },
  }) satisfies Partial<core.LifecycleRepository>;

type FactsRow = Omit<core.EvaluatedDocument, 'lifecycle'> & { documentId: string };

/** What people said, without what follows. */
const saidOf = (lifecycle: core.Lifecycle): core.Lifecycle => ({
  documentId: lifecycle.documentId,
  ownerUserId: lifecycle.ownerUserId,
  ownerLeftAt: lifecycle.ownerLeftAt,
  issuedOn: lifecycle.issuedOn,
  effectiveOn: lifecycle.effectiveOn,
  statedExpiresOn: lifecycle.statedExpiresOn,
  statedSource: lifecycle.statedSource,
  noExpiration: lifecycle.noExpiration,
  confirmedExpiresOn: lifecycle.confirmedExpiresOn,
  confirmedSource: lifecycle.confirmedSource,
  confirmedByUserId: lifecycle.confirmedByUserId,
  confirmedAt: lifecycle.confirmedAt,
  confirmationNote: lifecycle.confirmationNote,
  identifiers: lifecycle.identifiers,
  supersededByDocumentId: lifecycle.supersededByDocumentId,
  supersededAt: lifecycle.supersededAt,
  supersedesDocumentId: lifecycle.supersedesDocumentId,
  updatedAt: lifecycle.updatedAt,
  version: lifecycle.version,
});

const readSql = (selection: string) => `
  select l.*, (select ${statusAt('$3')} from documents d, document_lifecycles l
    where d.workspace_id = $1 and d.id = $2 and l.workspace_id = $1 and l.document_id = d.id) status
  from (select ${selection} from document_lifecycles where workspace_id = $1 and document_id = $2) l`;

const summariesSql = `
  select l.document_id "documentId", l.owner_user_id "ownerUserId", nullif(${statusAt('$3')}, 'untracked') status,
    l.expires_on "expiresOn"
  from document_lifecycles l join documents d on d.workspace_id = l.workspace_id and d.id = l.document_id
  where l.workspace_id = $1 and l.document_id = any($2::uuid[])`;

/** Documents are locked in the order of their ids, and whoever changes a lifecycle has locked its document. */
const factsSql = `
  select d.id "documentId", d.document_type_id "typeId", d.created_at "uploadedAt", d.status = 'disposed' "isDisposed",
    (select max(v.created_at) from document_versions v
     where v.workspace_id = d.workspace_id and v.document_id = d.id and v.kind = 'sealed') "sealedAt",
    coalesce((select array_agg(p.ancestor_id order by p.distance) from document_folder_paths p
     where p.workspace_id = d.workspace_id and p.descendant_id = d.folder_id), '{}') "folderIds"
  from documents d where d.workspace_id = $1 and d.id = any($2::uuid[])
  order by d.id for no key update of d`;

/** Lists of documents sort by the date, so it stands in their table too. The worker looks again at what has a date, or had one. */
const settleSql = `
  with outcome as (
    select * from jsonb_to_recordset($2::jsonb) o (
      "documentId" uuid, "policyId" uuid, "policyRevision" integer, "policyScope" text, "policyTargetId" uuid,
      "isTracked" boolean, "neverExpires" boolean, "requireConfirmation" boolean, "expiresOn" date, "expiresOnSource" text,
      "graceEndsOn" date, "windowDays" integer, "timeZone" text, "soonAt" timestamptz, "endsAt" timestamptz,
      "graceEndsAt" timestamptz, "renewalAt" timestamptz,
      "retention" jsonb, "retentionDueAt" timestamptz)
  ), listed as (
    update documents d set expires_on = o."expiresOn" from outcome o
    where d.workspace_id = $1 and d.id = o."documentId" and d.expires_on is distinct from o."expiresOn"
  )
  update document_lifecycles l set policy_id = o."policyId", policy_revision = o."policyRevision",
    policy_scope = o."policyScope", policy_target_id = o."policyTargetId", is_tracked = o."isTracked",
    never_expires = o."neverExpires", require_confirmation = o."requireConfirmation", expires_on = o."expiresOn",
    expires_on_source = o."expiresOnSource", grace_ends_on = o."graceEndsOn", window_days = o."windowDays",
    time_zone = o."timeZone", soon_at = o."soonAt", ends_at = o."endsAt", grace_ends_at = o."graceEndsAt",
    renewal_at = o."renewalAt", retention = o."retention", retention_due_at = o."retentionDueAt",
    plan_at = case when o."expiresOn" is not null or l.plan_at is not null then timestamptz '1900-01-01T00:00:00Z' end
  from outcome o where l.workspace_id = $1 and l.document_id = o."documentId"`;

/** Whether a document is tracked depends on its owner too; the date does not. */
const handOverSql = `
  update document_lifecycles l set owner_user_id = $3, owner_left_at = case when $3::text is null then $4::timestamptz end, updated_at = $4, version = l.version + 1,
    is_tracked = $3::text is not null or l.policy_id is not null or l.no_expiration or l.issued_on is not null
      or l.effective_on is not null or l.stated_expires_on is not null or l.confirmed_expires_on is not null
      or d.document_type_id is not null
  from documents d
  where l.workspace_id = $1 and l.owner_user_id = $2 and d.workspace_id = $1 and d.id = l.document_id`;

const countsSql = (viewer: documents.Viewer) => `
  select asked.id "policyId", (select count(*)::integer from (
      select from document_lifecycles l join documents d on d.workspace_id = l.workspace_id and d.id = l.document_id
      where l.workspace_id = $1 and l.policy_id = asked.id and d.status = 'active' and ${isVisible(viewer, () => '$4')}
      limit $3) seen) count
  from unnest($2::uuid[]) asked (id)`;
