import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

type Lines = Pick<core.SubjectRepository, 'lock' | 'mergedInto' | 'repoint' | 'uniteWords'>;

/** What concerns the lines in which subjects were merged. */
export const linesOfSubjects = (sql: Sql, workspaceId: string, selection: string): Lines => ({
  async lock(ids) {
    await sql(
      'select from subjects where workspace_id = $1 and id = any($2::uuid[]) order by id for update',
      [workspaceId, ids],
    );
  },
  mergedInto: (ids) =>
    sql<core.Subject>(
      `select ${selection} from subjects
       where workspace_id = $1 and status = 'merged' and canonical_subject_id = any($2::uuid[]) order by id`,
      [workspaceId, ids],
    ),
  async repoint(ids, canonicalSubjectId) {
    if (ids.length === 0) return;
    await sql(
      `update subjects set canonical_subject_id = $3, version = version + 1
       where workspace_id = $1 and id = any($2::uuid[])`,
      [workspaceId, ids, canonicalSubjectId],
    );
  },
  async uniteWords(id) {
    await sql(
      `update subjects set merged_search_text = (
         select coalesce(string_agg(m.search_text, '' order by m.id), '') from subjects m
         where m.workspace_id = $1 and m.status = 'merged' and m.canonical_subject_id = $2)
       where workspace_id = $1 and id = $2`,
      [workspaceId, id],
    );
  },
});
