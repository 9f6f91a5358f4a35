import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** What goes, table by table, when the records of a case are disposed of. Numbers, dates, states and digests stay. */
const ofCase = [
  `update record_entries set title = '', error_reason_sealed = null where workspace_id = $1 and case_id = $2`,
  `update record_entry_versions v set content_sealed = null, change_summary_sealed = null from record_entries e
   where v.workspace_id = $1 and e.workspace_id = $1 and e.id = v.entry_id and e.case_id = $2`,
  `update record_entry_submissions s set document_sealed = null, reason_sealed = null from record_entries e
   where s.workspace_id = $1 and e.workspace_id = $1 and e.id = s.entry_id and e.case_id = $2`,
  `update encounters set title = '', reason = null, outcome = null, location = null, participants = '[]', meeting_id = null
   where workspace_id = $1 and case_id = $2`,
  `update follow_ups set title = '', description = null, outcome = null, cancel_reason = null, searchable = ''
   where workspace_id = $1 and case_id = $2`,
  "update record_promotions set source_title = '' where workspace_id = $1 and case_id = $2",
  `delete from record_attachment_texts t using record_attachments a, record_entries e
   where t.workspace_id = $1 and a.workspace_id = $1 and a.id = t.attachment_id and e.workspace_id = $1 and e.id = a.entry_id
     and e.case_id = $2`,
  `update record_addenda a set document_sealed = null from record_entries e
   where a.workspace_id = $1 and e.workspace_id = $1 and e.id = a.entry_id and e.case_id = $2`,
  `update amendments a set request_sealed = null, decision_sealed = null from record_entries e
   where a.workspace_id = $1 and e.workspace_id = $1 and e.id = a.entry_id and e.case_id = $2`,
  'update release_packages set content_sealed = null where workspace_id = $1 and case_id = $2',
  'update case_subjects set relationship = null where workspace_id = $1 and case_id = $2',
];

const ofSubject = [
  "update subjects set merged_search_text = '' where workspace_id = $1 and id = $2",
  'delete from subject_identifiers where workspace_id = $1 and subject_id = $2',
  'delete from subject_match_keys where workspace_id = $1 and subject_id = $2',
  'delete from subject_dismissals where workspace_id = $1 and (subject_id = $2 or candidate_id = $2)',
  `update subject_merges set reason = '', reversal_reason = null, log = '[]'
   where workspace_id = $1 and (surviving_subject_id = $2 or merged_subject_id = $2)`,
  `update consents set granted_by = jsonb_build_object('kind', granted_by->'kind', 'name', ''), statement_text = '',
     legal_basis = null, witness_name = null, signature = null, sealed_drawing = null, revocation_reason = null,
     request_message = null, sealed_token = null, request_email = case when request_email is null then null else '' end
   where workspace_id = $1 and subject_id = $2`,
];

const releaseSql = `
  with released as (
    select a.id, a.blob_key, a.size_bytes from record_attachments a
    join record_entries e on e.workspace_id = $1 and e.id = a.entry_id and e.case_id = $2
    where a.workspace_id = $1 and a.released_at is null for update of a)
  update record_attachments a set file_name = '', caption_sealed = null, removed_at = coalesce(a.removed_at, $3), released_at = $3
  from released r where a.workspace_id = $1 and a.id = r.id
  returning a.id, a.size_bytes "sizeBytes"`;

export const recordErasure = (sql: Sql, workspaceId: string): core.RecordErasure => ({
  async eraseCase(caseId) {
    for (const statement of ofCase) await sql(statement, [workspaceId, caseId]);
  },
  releaseAttachments: (caseId, now) => sql(releaseSql, [workspaceId, caseId, now]),
  async eraseSubject(subjectId) {
    for (const statement of ofSubject) await sql(statement, [workspaceId, subjectId]);
  },
  detailsOfCase: (caseId, most) =>
    sql.column(detailsSql('case_id'), [workspaceId, caseId, most]).then(numbers),
  detailsOfSubject: (subjectId, most) =>
    sql.column(detailsSql('subject_id'), [workspaceId, subjectId, most]).then(numbers),
});

const detailsSql = (column: string): string =>
  `select e.seq::text from audit_event e join audit_detail d on d.ledger_id = e.ledger_id and d.seq = e.seq
   where e.ledger_id = $1 and e.${column} = $2 order by e.seq limit $3`;
const numbers = (seqs: readonly unknown[]): number[] => seqs.map(Number);
