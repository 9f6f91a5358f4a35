import { fileRequests as core, versionConflict } from '@chancery/core';
import { boolean, date, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { listing } from './file-request-list.ts';

type FileRequest = core.FileRequest;

export const FileRequestRow = new EntitySchema<FileRequest & { workspaceId: string }>({
  name: 'FileRequest',
  tableName: 'file_requests',
  columns: {
    id: key(),
    workspaceId: tenant(),
    title: text(),
    message: nullable(text()),
    clientName: text(),
    clientEmail: text(),
    clientPhone: nullable(text()),
    status: text(),
    items: json(),
    dueOn: nullable(date()),
    dueMailAt: nullable(instant()),
    expiresAt: instant(),
    expiresByDefault: boolean(),
    folderId: nullable(uuid()),
    caseId: nullable(uuid()),
    templateId: nullable(uuid()),
    ownerUserId: text(),
    createdByUserId: text(),
    language: text(),
    reminders: nullable(json()),
    reminderCount: int(),
    nextReminderAt: nullable(instant()),
    sentAt: nullable(instant()),
    sentByUserId: nullable(text()),
    lastRemindedAt: nullable(instant()),
    firstOpenedAt: nullable(instant()),
    lastOpenedAt: nullable(instant()),
    submittedAt: nullable(instant()),
    completedAt: nullable(instant()),
    endedAt: nullable(instant()),
    endedReason: nullable(text()),
    linkVersion: nullable(int()),
    linkExpiresAt: nullable(instant()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function fileRequestRepository(sql: Sql, workspaceId: string): core.FileRequestRepository {
  const requests = table(sql, FileRequestRow, { workspaceId });
  const { selection } = requests;
  return {
    add: (request) => requests.insert({ ...request, workspaceId }),
    get: (id, lock) => requests.find({ id }, lock),
    list: (filter, beforeId, limit) =>
      sql(...listing({ workspaceId, selection }, { filter, beforeId, limit })),
    async save(request) {
      const version = request.version + 1;
      const saved = await requests.update(
        { id: request.id, version: request.version },
        { ...request, version },
      );
      if (saved === 0) throw versionConflict();
      return { ...request, version };
    },
    async noteOpening(id, at) {
      const row = await sql.first<{ isFirst: boolean }>(noteOpeningSql, [workspaceId, id, at]);
      return row?.isFirst === true;
    },
    async countUnended() {
      await lockName(sql, `file requests ${workspaceId}`);
      const [count = 0] = await sql.column<number>(
        // By their states, so that an index finds the few among all that have ended.
        `select count(*)::integer from file_requests where workspace_id = $1 and status in ('draft', ${openStatuses})`,
        [workspaceId],
      );
      return count;
    },
    ...ownership(sql, workspaceId),
  };
}

const openStatuses = core.openStatuses.map((status) => `'${status}'`).join(', ');
const isOpen = `status in (${openStatuses})`;

const noteOpeningSql = `
  update file_requests r set last_opened_at = $3, first_opened_at = coalesce(r.first_opened_at, $3)
  from (select id, first_opened_at from file_requests where workspace_id = $1 and id = $2 for update) before
  where r.workspace_id = $1 and r.id = before.id returning before.first_opened_at is null "isFirst"`;

const ownership = (sql: Sql, workspaceId: string) =>
  ({
    openOf: (ownerUserId) =>
      sql.column(
        `select id from file_requests where workspace_id = $1 and owner_user_id = $2 and ${isOpen} order by id`,
        [workspaceId, ownerUserId],
      ),
    allOpen: () =>
      sql.column(`select id from file_requests where workspace_id = $1 and ${isOpen} order by id`, [
        workspaceId,
      ]),
    withDueMail: () =>
      sql.column(
        'select id from file_requests where workspace_id = $1 and due_mail_at is not null order by id',
        [workspaceId],
      ),
    async handOver(userId, heirUserId, at) {
      await sql(
        `update file_requests set owner_user_id = $3, updated_at = $4, version = version + 1
         where workspace_id = $1 and owner_user_id = $2`,
        [workspaceId, userId, heirUserId, at],
      );
    },
    async purge() {
      await sql('delete from file_requests where workspace_id = $1', [workspaceId]);
      await sql('delete from file_request_templates where workspace_id = $1', [workspaceId]);
    },
  }) satisfies Partial<core.FileRequestRepository>;
