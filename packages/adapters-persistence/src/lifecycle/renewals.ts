import { lifecycle as core, type documents, versionConflict } from '@chancery/core';
import { isVisible, seenBy } from '../documents/visible.ts';
import { boolean, date, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { reviewsOfRenewal } from './review-meetings.ts';
import { columnsOf, openRenewals } from './sql-parts.ts';

type RenewalRow = core.RenewalCase & { workspaceId: string };

const RenewalCaseRow = new EntitySchema<RenewalRow>({
  name: 'RenewalCase',
  tableName: 'renewal_cases',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    status: text(),
    ownerUserId: text(),
    dueOn: date(),
    priority: text(),
    openedBy: text(),
    forExpiresOn: nullable(date()),
    note: nullable(text()),
    replacementDocumentId: nullable(uuid()),
    submittedByUserId: nullable(text()),
    submittedAt: nullable(instant()),
    decidedByUserId: nullable(text()),
    decidedAt: nullable(instant()),
    decision: nullable(text()),
    decisionNote: nullable(text()),
    singlePerson: boolean(),
    singlePersonReason: nullable(text()),
    overdueToldFor: nullable(date()),
    history: json(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function renewalRepository(sql: Sql, workspaceId: string): core.RenewalRepository {
  const renewals = table(sql, RenewalCaseRow, { workspaceId });
  const { selection } = renewals;
  const listed = (condition: string) => listedSql(selection, condition);

  return {
    add: (renewal) => renewals.insert({ ...renewal, workspaceId }),
    async see(id, viewer) {
      const found = await sql.first<core.ListedRenewal>(
        listed(`r.id = $2 and ${isVisible(viewer, () => '$3')}`),
        [workspaceId, id, ...seenBy(viewer)],
      );
      if (found === null) throw core.renewalNotFound();
      return found;
    },
    get: (id) => sql.first<core.ListedRenewal>(listed('r.id = $2'), [workspaceId, id]),
    async save(renewal) {
      const after = { ...renewal, version: renewal.version + 1 };
      const saved = await renewals.update({ id: renewal.id, version: renewal.version }, after);
      if (saved === 0) throw versionConflict();
      return after;
    },
    ...openPart(sql, workspaceId, selection),
    list: (filter, viewer, after, limit) =>
      sql<core.ListedRenewal>(pageSql(selection, viewer), [
        workspaceId,
        filter.statuses,
        filter.ownerUserId,
        filter.documentId,
        filter.dueBefore,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
        ...seenBy(viewer),
      ]),
  };
}

/** What is asked of the open ones, of those that follow each other, and at the end. */
const openPart = (sql: Sql, workspaceId: string, selection: string) =>
  ({
    openOf: (documentId) =>
      sql.first<core.RenewalCase>(
        `select ${selection} from renewal_cases
         where workspace_id = $1 and document_id = $2 and status in (${openRenewals})`,
        [workspaceId, documentId],
      ),
    concerning: (documentId) =>
      sql<core.RenewalCase>(
        `select ${selection} from renewal_cases
         where workspace_id = $1 and (document_id = $2 and status in (${openRenewals})
           or replacement_document_id = $2 and status = 'awaiting_approval') order by id`,
        [workspaceId, documentId],
      ),
    openOfOwner: (userId) =>
      sql.column(
        `select id from renewal_cases where workspace_id = $1 and owner_user_id = $2 and status in (${openRenewals}) order by id`,
        [workspaceId, userId],
      ),
    async handOver(userId, heirUserId, at) {
      await sql(
        `update renewal_cases set owner_user_id = $3, updated_at = $4, version = version + 1
         where workspace_id = $1 and owner_user_id = $2 and status in (${openRenewals})`,
        [workspaceId, userId, heirUserId, at],
      );
    },
    successors: (documentId) => sql.column(successorsSql, [workspaceId, documentId]),
    async purge() {
      await sql('delete from renewal_cases where workspace_id = $1', [workspaceId]);
    },
  }) satisfies Partial<core.RenewalRepository>;

const listedSql = (selection: string, condition: string) => `
  select ${columnsOf('r', selection)}, d.name "documentName", l.time_zone "timeZone",
    ${reviewsOfRenewal} "reviewMeetings"
  from renewal_cases r
  join documents d on d.workspace_id = r.workspace_id and d.id = r.document_id
  join document_lifecycles l on l.workspace_id = r.workspace_id and l.document_id = r.document_id
  where r.workspace_id = $1 and ${condition}`;

const pageSql = (selection: string, viewer: documents.Viewer) =>
  `${listedSql(
    selection,
    `($2::text[] is null or r.status = any($2::text[])) and ($3::text is null or r.owner_user_id = $3)
    and ($4::uuid is null or r.document_id = $4::uuid) and ($5::date is null or r.due_on < $5::date)
    and ($6::date is null or (r.due_on, r.id) > ($6::date, $7::uuid)) and ${isVisible(viewer, () => '$9')}`,
  )} order by r.due_on, r.id limit $8`;

/** What took the place of a document, or waits for the approval to do so; each once, so that even a circle would end. */
const successorsSql = `
  with recursive successor (id) as (
    select $2::uuid
    union
    select next.id from successor s cross join lateral (
      select l.superseded_by_document_id id from document_lifecycles l
      where l.workspace_id = $1 and l.document_id = s.id and l.superseded_by_document_id is not null
      union all
      select r.replacement_document_id from renewal_cases r
      where r.workspace_id = $1 and r.document_id = s.id and r.status = 'awaiting_approval') next
  ) select id from successor limit 100`;
