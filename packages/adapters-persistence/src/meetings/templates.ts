import { meetings, versionConflict } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type Template = meetings.MeetingTemplate;
type TemplateColumns = Template & { workspaceId: string; nameFold: string };

export const MeetingTemplateRow = new EntitySchema<TemplateColumns>({
  name: 'MeetingTemplate',
  tableName: 'meeting_templates',
  columns: {
    id: key(),
    workspaceId: tenant(),
    ownerUserId: text(),
    scope: text(),
    name: text(),
    nameFold: text(),
    title: text(),
    description: text(),
    durationMinutes: int(),
    recurrenceRule: nullable(text()),
    settings: json(),
    webinar: nullable(json()),
    invitees: json(),
    status: text(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

const columns = `
  id, owner_user_id "ownerUserId", scope, name, title, description, duration_minutes "durationMinutes",
  recurrence_rule "recurrenceRule", settings, webinar, invitees, status, created_at "createdAt", updated_at "updatedAt", version`;

export function meetingTemplateRepository(sql: Sql, workspaceId: string): meetings.MeetingTemplateRepository {
  const templates = table(sql, MeetingTemplateRow, { workspaceId });
  const columnsOf = (template: Template): TemplateColumns => ({
    ...template,
    workspaceId,
    nameFold: template.name.toLowerCase(),
  });

  return {
    add: async (template) => (await templates.insertUnlessTaken(columnsOf(template))) === 1,
    async get(id) {
      const [row] = await sql<Template>(
        `select ${columns} from meeting_templates where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      );
      if (row === undefined) throw meetings.meetingTemplateNotFound();
      return row;
    },
    async save(template) {
      const after = { ...template, version: template.version + 1 };
      const saved = await templates.update({ id: template.id, version: template.version }, columnsOf(after));
      if (saved === 0) throw versionConflict();
      return after;
    },
    async count(ownerUserId) {
      const [row] = await sql<{ count: number }>(
        `select count(*)::integer count from meeting_templates where workspace_id = $1 and owner_user_id = $2 and status = 'active'`,
        [workspaceId, ownerUserId],
      );
      return row?.count ?? 0;
    },
    list: ({ userId, scope }, after, limit) =>
      sql<Template>(
        `select ${columns} from meeting_templates
         where workspace_id = $1 and status = 'active'
           and (($3 <> 'workspace' and scope = 'personal' and owner_user_id = $2) or ($3 <> 'personal' and scope = 'workspace'))
           and ($4::text is null or (name collate "und-x-icu", id) > ($4::text collate "und-x-icu", $5::uuid))
         order by name collate "und-x-icu", id limit $6`,
        [workspaceId, userId, scope, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    removePersonalOf: (userId) => templates.delete({ ownerUserId: userId, scope: 'personal' }),
  };
}
