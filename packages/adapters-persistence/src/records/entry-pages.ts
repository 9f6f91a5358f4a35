import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import type { Selections } from './pinned-versions.ts';

/** All entries, whoever may see them: for what nobody reads. */
export const entryPages = (
  sql: Sql,
  workspaceId: string,
  { entry, version, submission }: Selections,
): Pick<core.EntryRepository, 'page' | 'versionsOfAll' | 'submissionsOfAll'> => ({
  page: (caseId, after, most) =>
    sql<core.RecordEntry>(
      `select ${entry} from record_entries where workspace_id = $1
         and ($2::uuid is null or case_id = $2) and ($3::uuid is null or (case_id, id) > ($3, $4::uuid))
       order by case_id, id limit $5`,
      [workspaceId, caseId, after?.[0] ?? null, after?.[1] ?? null, most],
    ),
  versionsOfAll: (entryIds) =>
    sql<core.EntryVersion>(
      `select ${version} from record_entry_versions where workspace_id = $1 and entry_id = any($2::uuid[])
       order by entry_id, number`,
      [workspaceId, entryIds],
    ),
  submissionsOfAll: (entryIds) =>
    sql<core.EntrySubmission>(
      `select ${submission} from record_entry_submissions where workspace_id = $1 and entry_id = any($2::uuid[])
       order by entry_id, number, submission`,
      [workspaceId, entryIds],
    ),
});
