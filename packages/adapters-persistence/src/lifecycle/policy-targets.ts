import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { patternOf } from '../kernel/words.ts';
import { folderPath } from './lifecycle-board.ts';

/** What a policy can be put on, for people who see all of it. */
export const targetsPart = (
  sql: Sql,
  workspaceId: string,
): Pick<core.PolicyAssignmentRepository, 'types' | 'folders' | 'documents'> => ({
  types: (limit) => sql(typesSql, [workspaceId, limit]),
  folders: (text, limit) => sql(foldersSql, [workspaceId, limit, text]),
  documents: (text, limit) => sql(documentsSql, [workspaceId, limit, text]),
});

const standsOn = (scope: string, target: string) => `
  left join policy_assignments s on s.workspace_id = $1 and s.scope = '${scope}' and s.target_id = ${target}.id and s.ended_at is null`;

const typesSql = `
  select t.id, t.name, s.policy_id "currentPolicyId" from (
    select id, name from document_types where workspace_id = $1 and status = 'active'
    order by name collate "und-x-icu", id limit $2) t ${standsOn('type', 't')}
  order by t.name collate "und-x-icu", t.id`;

const foldersSql = `
  select f.id, ${folderPath} path, s.policy_id "currentPolicyId" from (
    select id, sort_name from document_folders
    where workspace_id = $1 and not is_hidden and ($3 = '' or sort_name like ${patternOf('$3')})
    order by sort_name, id limit $2) f ${standsOn('folder', 'f')}
  order by f.sort_name, f.id`;

/** The function may use the index of texts, which a condition of ours could not. */
const documentsSql = `
  select d.id, d.name, s.policy_id "currentPolicyId"
  from chancery_search_documents(array[chancery_search_pattern($3)], '', true, false, 'workspace', null, null, null, null,
    'name', false, null, null, $2) d ${standsOn('document', 'd')}
  order by d.sort_name, d.id`;
