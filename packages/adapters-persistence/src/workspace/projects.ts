import { versionConflict, workspace } from '@chancery/core';
import { date, instant, int, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { hasWords } from '../kernel/words.ts';
import { writtenPage, writtenRows } from '../kernel/written-rows.ts';

type Project = workspace.Project;
type ProjectColumns = Omit<Project, 'members'> & { workspaceId: string };

export const ProjectRow = new EntitySchema<ProjectColumns>({
  name: 'Project',
  tableName: 'projects',
  columns: {
    id: key(),
    workspaceId: tenant(),
    key: text(),
    name: text(),
    description: text(),
    priority: text(),
    status: text(),
    statusBeforeArchive: nullable(text()),
    visibility: text(),
    color: text(),
    startDate: nullable(date()),
    targetDate: nullable(date()),
    leadUserId: nullable(text()),
    archivedAt: nullable(instant()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function projectRepository(sql: Sql, workspaceId: string): workspace.ProjectRepository {
  const projects = table(sql, ProjectRow, { workspaceId });
  const setMember: workspace.ProjectRepository['setMember'] = async (
    projectId,
    { userId, role, addedAt },
  ) => {
    await sql(setMemberSql, [workspaceId, projectId, userId, role, addedAt]);
  };

  return {
    async add({ members, ...project }) {
      if ((await projects.insertUnlessTaken({ ...project, workspaceId })) === 0) return false;
      for (const member of members) await setMember(project.id, member);
      return true;
    },
    async get(id, visible) {
      const [row] = await sql<Project>(getSql, [workspaceId, id, ...seenBy(visible)]);
      if (row === undefined) throw workspace.projectNotFound();
      return row;
    },
    async save(project) {
      const { members: _, ...columns } = project;
      const version = project.version + 1;
      const saved = await projects
        .update({ id: project.id, version: project.version }, { ...columns, version })
        .catch((error: unknown) => {
          throw isKeyTaken(error) ? workspace.projectKeyTaken() : error;
        });
      if (saved === 0) throw versionConflict();
      return { ...project, version };
    },
    setMember,
    async removeMember(projectId, userId) {
      await sql('delete from project_members where workspace_id = $1 and project_id = $2 and user_id = $3', [
        workspaceId,
        projectId,
        userId,
      ]);
    },
    list: ({ visible, statuses, visibility, words }, after, limit) =>
      writtenPage(sql, workspace.ProjectSummaryView, listSql, [
        workspaceId,
        ...seenBy(visible),
        statuses,
        visibility,
        words,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ]),
    keysBeginning: (prefix) =>
      sql.column('select key from projects where workspace_id = $1 and starts_with(key, $2)', [
        workspaceId,
        prefix,
      ]),
    visibleForIntegration: (limit) =>
      writtenRows(sql, workspace.IntegrationProjectView, integrationSql, [workspaceId, limit]),
    passLeads: (userId, heirUserId, at) => sql.column(passLeadsSql, [workspaceId, userId, heirUserId, at]),
    async removePerson(userId, at) {
      await sql(removePersonSql, [workspaceId, userId, at]);
    },
  };
}

const seenBy = (visible: workspace.VisibleProjects | null) => [
  visible?.visibleTo ?? null,
  visible?.ownOnly ?? false,
];

const isKeyTaken = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'constraint' in error &&
  error.constraint === 'projects_workspace_id_key_key';

const columns = `
  p.id, p.key, p.name, p.description, p.priority, p.status, p.status_before_archive "statusBeforeArchive", p.visibility, p.color,
  p.start_date "startDate", p.target_date "targetDate", p.lead_user_id "leadUserId", p.archived_at "archivedAt",
  p.created_at "createdAt", p.updated_at "updatedAt", p.version`;

/** Whether the person, or anybody where it is null, sees the project. */
const isVisible = (person: string, ownOnly: string) => `
  (${person}::text is null or (p.visibility = 'workspace' and not ${ownOnly}::boolean)
    or exists (select from project_members o where o.project_id = p.id and o.user_id = ${person}))`;

/** Reads the project with its members, in the order in which they joined, in one statement. */
const getSql = `
  select ${columns},
         coalesce((select jsonb_agg(jsonb_build_object('userId', pm.user_id, 'displayName', m.display_name, 'role', pm.role,
             'addedAt', to_char(pm.added_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'mayLead', m.status = 'active' and m.role <> 'guest') order by pm.added_at, pm.user_id)
           from project_members pm
           join memberships m on m.workspace_id = pm.workspace_id and m.user_id = pm.user_id and m.status <> 'removed'
           where pm.project_id = p.id), '[]') members
  from projects p
  where p.workspace_id = $1 and p.id = $2 and ${isVisible('$3', '$4')}`;

const listSql = `
  select ${columns}
  from projects p
  where p.workspace_id = $1 and ${isVisible('$2', '$3')}
    and p.status = any($4)
    and ($5::text is null or p.visibility = $5)
    and ${hasWords("p.name || E'\\n' || p.key", '$6')}
    and ($7::timestamptz is null or (p.updated_at, p.id) < ($7::timestamptz, $8::uuid))
  order by p.updated_at desc, p.id desc
  limit $9`;

const integrationSql = `
  select id, key, name, description, priority, status, color, start_date "startDate", target_date "targetDate",
         created_at "createdAt", updated_at "updatedAt"
  from projects
  where workspace_id = $1 and visibility = 'workspace' and archived_at is null
  order by updated_at desc, id desc
  limit $2`;

const setMemberSql = `
  insert into project_members (workspace_id, project_id, user_id, role, added_at) values ($1, $2, $3, $4, $5)
  on conflict (project_id, user_id, workspace_id) do update set role = excluded.role`;

/** Selects a lead of the project $projectId other than the person $2 who can act. */
const otherLead = (projectId: string) => `
  select o.user_id
  from project_members o
  join memberships m on m.workspace_id = o.workspace_id and m.user_id = o.user_id and m.status = 'active' and m.role <> 'guest'
  where o.project_id = ${projectId} and o.role = 'lead' and o.user_id <> $2
  order by o.added_at, o.user_id
  limit 1`;

const passLeadsSql = `
  with led_alone as (
    select pm.project_id from project_members pm
    where pm.workspace_id = $1 and pm.user_id = $2 and pm.role = 'lead' and not exists (${otherLead('pm.project_id')})
  ), heir as (
    insert into project_members (workspace_id, project_id, user_id, role, added_at)
    select $1, project_id, $3, 'lead', $4::timestamptz from led_alone
    on conflict (project_id, user_id, workspace_id) do update set role = 'lead'
    returning project_id
  )
  update projects p
  set lead_user_id = case when p.lead_user_id = $2 then $3 else p.lead_user_id end, updated_at = $4::timestamptz, version = p.version + 1
  from heir where p.id = heir.project_id
  returning p.id`;

const removePersonSql = `
  with ended as (delete from project_members where workspace_id = $1 and user_id = $2 returning project_id)
  update projects p
  set lead_user_id = case when p.lead_user_id = $2 then (${otherLead('p.id')}) else p.lead_user_id end,
      updated_at = $3::timestamptz, version = p.version + 1
  from ended where p.id = ended.project_id`;
