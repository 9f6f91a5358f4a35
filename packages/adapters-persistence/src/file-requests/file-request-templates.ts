import { type fileRequests as core, versionConflict } from '@chancery/core';
import { boolean, instant, int, json, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type Template = core.FileRequestTemplate;

export const FileRequestTemplateRow = new EntitySchema<Template & { workspaceId: string }>({
  name: 'FileRequestTemplate',
  tableName: 'file_request_templates',
  columns: {
    id: key(),
    workspaceId: tenant(),
    name: text(),
    title: text(),
    message: nullable(text()),
    items: json(),
    dueInDays: nullable(int()),
    reminders: nullable(json()),
    language: text(),
    archived: boolean(),
    ownerUserId: text(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function fileRequestTemplateRepository(
  sql: Sql,
  workspaceId: string,
): core.FileRequestTemplateRepository {
  const templates = table(sql, FileRequestTemplateRow, { workspaceId });
  /** Names of live templates are compared in the order in which they are given: one at a time. */
  const lock = () => lockName(sql, `file request templates ${workspaceId}`);
  const isNameTaken = async ({ id, name }: Template) =>
    null !==
    (await sql.first(
      `select id from file_request_templates
       where workspace_id = $1 and not archived and id <> $2 and sort_name = chancery_search_text($3)`,
      [workspaceId, id, name],
    ));
  return {
    async add(template) {
      await lock();
      if (await isNameTaken(template)) return false;
      await templates.insert({ ...template, workspaceId });
      return true;
    },
    get: (id) => templates.find({ id }),
    list: (archivedToo, after, limit) =>
      sql(listSql(templates.selection), [
        workspaceId,
        archivedToo,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit,
      ]),
    async save(template) {
      await lock();
      if (!template.archived && (await isNameTaken(template))) return null;
      const version = template.version + 1;
      const saved = await templates.update(
        { id: template.id, version: template.version },
        { ...template, version },
      );
      if (saved === 0) throw versionConflict();
      return { ...template, version };
    },
    async countLive() {
      await lock();
      const [count = 0] = await sql.column<number>(countSql, [workspaceId]);
      return count;
    },
    async handOver(userId, heirUserId, at) {
      await sql(handOverSql, [workspaceId, userId, heirUserId, at]);
    },
  };
}

const listSql = (selection: string) => `
  select ${selection}, sort_name "sortName" from file_request_templates
  where workspace_id = $1 and ($2 or not archived) and ($3::text is null or (sort_name, id) > ($3, $4::uuid))
  order by sort_name, id limit $5`;

const handOverSql = `
  update file_request_templates set owner_user_id = $3, updated_at = $4, version = version + 1
  where workspace_id = $1 and owner_user_id = $2`;

const countSql =
  'select count(*)::integer from file_request_templates where workspace_id = $1 and not archived';
