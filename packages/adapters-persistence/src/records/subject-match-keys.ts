import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export const subjectMatchKeyRepository = (sql: Sql, workspaceId: string): core.SubjectMatchKeyRepository => ({
  async replace(subjectId, keys) {
    await sql('delete from subject_match_keys where workspace_id = $1 and subject_id = $2', [
      workspaceId,
      subjectId,
    ]);
    await sql(
      'insert into subject_match_keys (workspace_id, key, subject_id) select $1, key, $2 from unnest($3::text[]) key',
      [workspaceId, subjectId, keys],
    );
  },
  async dismiss(subjectId, candidateIds, at) {
    await sql(
      `insert into subject_dismissals (workspace_id, candidate_id, subject_id, created_at)
       select $1, candidate, $2, $4 from unnest($3::uuid[]) candidate`,
      [workspaceId, subjectId, candidateIds, at],
    );
  },
  dismissedAmong: (subjectIds) =>
    sql.column(
      `select distinct c.canonical_subject_id from subject_dismissals d
       join subjects c on c.workspace_id = d.workspace_id and c.id = d.candidate_id
       join subjects s on s.workspace_id = d.workspace_id and s.id = d.subject_id
       where d.workspace_id = $1 and c.canonical_subject_id = any($2::uuid[])
         and s.canonical_subject_id = any($2::uuid[]) and c.canonical_subject_id <> s.canonical_subject_id`,
      [workspaceId, subjectIds],
    ),
});
