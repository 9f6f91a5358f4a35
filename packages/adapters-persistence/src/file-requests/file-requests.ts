import { fileRequests as core, versionConflict } from '@chancery/core';
import { boolean, date, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

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
      filter.words.length > 0
        ? sql(searchSql(selection), [...searched(filter), beforeId, limit])
        : sql(...listed(selection, workspaceId, filter, beforeId, limit)),
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

const searched = ({ words, statuses, ownerUserId, viewer }: core.FileRequestFilter) => [
  words,
  statuses,
  ownerUserId,
  viewer.userId,
  viewer.seesAll,
];
const searchSql = (selection: string) => `
  select ${selection} from chancery_search_file_requests(
    (select array_agg(chancery_search_pattern(word)) from unnest($1::text[]) word), $2, $3, $4, $5, $6, $7)
  order by id desc`;

function listed(
  selection: string,
  workspaceId: string,
  { statuses, ownerUserId, viewer }: core.FileRequestFilter,
  beforeId: string | null,
  limit: number,
): [string, unknown[]] {
  const values: unknown[] = [workspaceId];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['workspace_id = $1'];
  // Written out, so that the index of those that are open is found.
  if (statuses !== null) conditions.push(`status in (${statuses.map((status) => `'${status}'`).join(', ')})`);
  if (ownerUserId !== null) conditions.push(`owner_user_id = ${given(ownerUserId)}`);
  if (beforeId !== null) conditions.push(`id < ${given(beforeId)}::uuid`);
  // In parts that do not meet, so that an index finds each.
  const parts = viewer.seesAll
    ? ['true']
    : [
        `owner_user_id = ${given(viewer.userId)}`,
        `owner_user_id <> $${values.length} and case_id is not null`,
      ];
  const order = `order by id desc limit ${given(limit)}`;
  const found = parts.map(
    (part) => `(select * from file_requests where ${[...conditions, part].join(' and ')} ${order})`,
  );
  return [`select ${selection} from (${found.join(' union all ')}) found ${order}`, values];
}
