import { records as core, versionConflict } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { hasWords } from '../kernel/words.ts';
import { foldedName } from '../lifecycle/named-things.ts';

type TemplateRow = core.RecordTemplate & { workspaceId: string; nameFold: string };
const TemplateRow = new EntitySchema<TemplateRow>({
  name: 'RecordTemplate',
  tableName: 'record_templates',
  columns: {
    id: key(),
    workspaceId: tenant(),
    code: text(),
    name: text(),
    nameFold: text(),
    entryType: text(),
    description: nullable(text()),
    caseTypes: texts(),
    status: text(),
    reviewPolicy: text(),
    coSignPolicy: text(),
    coSignerCaseRole: text(),
    defaultMask: int(),
    retentionPolicyCode: nullable(text()),
    packCode: nullable(text()),
    currentVersion: int(),
    createdByUserId: text(),
    createdAt: instant(),
    updatedByUserId: text(),
    updatedAt: instant(),
    version: int(),
  },
});
type VersionRow = core.RecordTemplateVersion & { workspaceId: string };
const VersionRow = new EntitySchema<VersionRow>({
  name: 'RecordTemplateVersion',
  tableName: 'record_template_versions',
  columns: {
    workspaceId: tenant(),
    templateId: { ...uuid(), primary: true },
    number: { ...int(), primary: true },
    sections: json(),
    changeNote: nullable(text()),
    sha256: text(),
    createdByUserId: text(),
    createdAt: instant(),
  },
});

const templateOf = ({ nameFold: _, ...template }: TemplateRow): core.RecordTemplate => template;

const liveCount =
  "select count(*)::integer from record_templates where workspace_id = $1 and status = 'active'";

const pageOf = (selection: string): string =>
  `select ${selection} from record_templates
   where workspace_id = $1 and ($2 = 'all' or status = $2) and ($3::text is null or entry_type = $3)
     and ($4::text is null or case_types = '{}' or $4 = any(case_types))
     and ${hasWords('name', '$8')}
     and ($5::text is null or (name_fold collate "und-x-icu", id) > ($5::text collate "und-x-icu", $6::uuid))
   order by name_fold collate "und-x-icu", id limit $7`;

export function recordTemplateRepository(sql: Sql, workspaceId: string): core.RecordTemplateRepository {
  const templates = table(sql, TemplateRow, { workspaceId });
  const versions = table(sql, VersionRow, { workspaceId });
  const written = (template: core.RecordTemplate): TemplateRow => ({
    ...template,
    workspaceId,
    nameFold: foldedName(template.name),
  });

  return {
    lockNames: () => lockName(sql, `record_templates:${workspaceId}`),
    liveCount: async () => (await sql.column<number>(liveCount, [workspaceId]))[0] ?? 0,
    isCodeTaken: async (code) => (await templates.find({ code })) !== null,
    packsOfCodes: (codes) => packsOfCodes(sql, workspaceId, codes),
    async add(template, version) {
      await templates.insert(written(template));
      await versions.insert({ ...version, workspaceId });
    },
    async get(id, lock) {
      const found = await templates.find({ id }, lock);
      if (found === null) throw core.templateNotFound();
      return templateOf(found);
    },
    async save(template) {
      const after = { ...template, version: template.version + 1 };
      const saved = await templates.update({ id: template.id, version: template.version }, written(after));
      if (saved === 0) throw versionConflict();
      return after;
    },
    addVersion: (version) => versions.insert({ ...version, workspaceId }),
    findVersion: (templateId, number) => versions.find({ templateId, number }),
    versionsOf: (templateIds) =>
      sql<core.RecordTemplateVersion>(
        `select ${versions.selection} from record_template_versions where workspace_id = $1 and template_id = any($2) order by template_id, number`,
        [workspaceId, templateIds],
      ),
    async list(filter, after, limit) {
      const rows = await sql<TemplateRow>(pageOf(templates.selection), [
        workspaceId,
        ...[filter.status, filter.entryType, filter.caseType],
        ...[after?.[0] ?? null, after?.[1] ?? null, limit + 1, filter.words],
      ]);
      return rows.map(templateOf);
    },
    async purge() {
      await sql('delete from record_templates where workspace_id = $1', [workspaceId]);
    },
  };
}

async function packsOfCodes(
  sql: Sql,
  workspaceId: string,
  codes: readonly string[],
): Promise<readonly (readonly [code: string, packCode: string | null])[]> {
  const rows = await sql<{ code: string; packCode: string | null }>(
    'select code, pack_code "packCode" from record_templates where workspace_id = $1 and code = any($2)',
    [workspaceId, codes],
  );
  return rows.map(({ code, packCode }) => [code, packCode] as const);
}
