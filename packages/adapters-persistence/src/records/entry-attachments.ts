import type { records as core } from '@chancery/core';
import { boolean, bytes, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type AttachmentRow = core.EntryAttachment & { workspaceId: string };
const AttachmentRow = new EntitySchema<AttachmentRow>({
  name: 'EntryAttachment',
  tableName: 'record_attachments',
  columns: {
    id: key(),
    workspaceId: tenant(),
    entryId: uuid(),
    addendumId: nullable(uuid()),
    fileName: text(),
    contentType: text(),
    sizeBytes: int(),
    sha256: text(),
    source: text(),
    sourceId: nullable(text()),
    sourceVersion: nullable(text()),
    captionSealed: nullable(bytes()),
    status: text(),
    scan: nullable(text()),
    pinned: boolean(),
    keyId: uuid(),
    blobKey: nullable(text()),
    sealedBytes: int(),
    addedByUserId: text(),
    addedAt: instant(),
    removedAt: nullable(instant()),
    releasedAt: nullable(instant()),
  },
});
type TextRow = core.AttachmentText & { workspaceId: string };
const TextRow = new EntitySchema<TextRow>({
  name: 'EntryAttachmentText',
  tableName: 'record_attachment_texts',
  columns: {
    attachmentId: { ...uuid(), primary: true },
    workspaceId: tenant(),
    textSealed: bytes(),
    readAt: instant(),
  },
});

export function entryAttachmentRepository(sql: Sql, workspaceId: string): core.EntryAttachmentRepository {
  const attachments = table(sql, AttachmentRow, { workspaceId });
  const texts = table(sql, TextRow, { workspaceId });
  return {
    add: async (attachment) => (await attachments.insertUnlessTaken({ ...attachment, workspaceId })) === 1,
    find: (id) => attachments.find({ id }),
    of: (entryId) =>
      sql<core.EntryAttachment>(
        `select ${attachments.selection} from record_attachments
         where workspace_id = $1 and entry_id = $2 and released_at is null order by id`,
        [workspaceId, entryId],
      ),
    ...pagesOf(sql, workspaceId, attachments.selection),
    async counts(entryIds) {
      const rows = await sql<{ entryId: string; count: number }>(
        `select entry_id "entryId", count(*)::integer count from record_attachments
         where workspace_id = $1 and entry_id = any($2) and removed_at is null group by entry_id`,
        [workspaceId, entryIds],
      );
      return new Map(rows.map(({ entryId, count }) => [entryId, count]));
    },
    async save(attachment) {
      await attachments.update({ id: attachment.id }, { ...attachment, workspaceId });
    },
    async pin(ids) {
      if (ids.length === 0) return;
      await sql('update record_attachments set pinned = true where workspace_id = $1 and id = any($2)', [
        workspaceId,
        ids,
      ]);
    },
    async forgetBlob(id) {
      await sql(
        'update record_attachments set blob_key = null where workspace_id = $1 and id = $2 and released_at is not null',
        [workspaceId, id],
      );
    },
    async keepText(read) {
      await sql(
        `insert into record_attachment_texts (attachment_id, workspace_id, text_sealed, read_at) values ($2, $1, $3, $4)
         on conflict (attachment_id, workspace_id) do update set text_sealed = $3, read_at = $4`,
        [workspaceId, read.attachmentId, read.textSealed, read.readAt],
      );
    },
    text: (attachmentId) => texts.find({ attachmentId }),
  };
}

/** Of many entries, and of all of them for what nobody reads. */
const pagesOf = (
  sql: Sql,
  workspaceId: string,
  selection: string,
): Pick<core.EntryAttachmentRepository, 'ofEntries' | 'page'> => ({
  ofEntries: (entryIds) =>
    sql<core.EntryAttachment>(
      `select ${selection} from record_attachments
       where workspace_id = $1 and entry_id = any($2::uuid[]) and released_at is null order by id`,
      [workspaceId, entryIds],
    ),
  page: (caseId, after, most) =>
    sql<core.EntryAttachment>(
      `select ${selection} from record_attachments
       where workspace_id = $1 and released_at is null and ($3::uuid is null or (entry_id, id) > ($3, $4::uuid))
         and ($2::uuid is null or entry_id in (select id from record_entries where workspace_id = $1 and case_id = $2))
       order by entry_id, id limit $5`,
      [workspaceId, caseId, after?.[0] ?? null, after?.[1] ?? null, most],
    ),
});

export const entryAttachmentSweep = (sql: Sql): core.EntryAttachmentSweep => ({
  unscanned: (after, most) =>
    sql<core.DueAttachment>(
      'select workspace_id "workspaceId", id from chancery_unscanned_attachments($1, $2)',
      [after, most],
    ),
});
