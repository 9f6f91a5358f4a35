import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** What goes, table by table, when the records of a case are disposed of. Numbers, dates, states and digests stay. */
const ofRecords = [
  `update record_entries set title = '', error_reason_sealed = null where workspace_id = $1 and case_id = $2`,
  `update record_entry_versions v set content_sealed = null, change_summary_sealed = null from record_entries e
   where v.workspace_id = $1 and e.workspace_id = $1 and e.id = v.entry_id and e.case_id = $2`,
  `update record_entry_submissions s set document_sealed = null, reason_sealed = null from record_entries e
   where s.workspace_id = $1 and e.workspace_id = $1 and e.id = s.entry_id and e.case_id = $2`,
  `update encounters set title = '', reason = null, outcome = null, location = null, text_sealed = null, participants = '[]', meeting_id = null
   where workspace_id = $1 and case_id = $2`,
  `update follow_ups set title = '', description = null, outcome = null, cancel_reason = null, text_sealed = null, searchable = ''
   where workspace_id = $1 and case_id = $2`,
  "update record_promotions set source_title = '' where workspace_id = $1 and case_id = $2",
  `delete from record_attachment_texts t using record_attachments a, record_entries e
   where t.workspace_id = $1 and a.workspace_id = $1 and a.id = t.attachment_id and e.workspace_id = $1 and e.id = a.entry_id
     and e.case_id = $2`,
  `update upload_sessions s set file_name = '' from record_attachments a, record_entries e
   where s.workspace_id = $1 and s.consumed_by_kind = 'record_attachment' and s.consumed_by_id = a.id::text
     and a.workspace_id = $1 and e.workspace_id = $1 and e.id = a.entry_id and e.case_id = $2`,
  `update record_addenda a set document_sealed = null from record_entries e
   where a.workspace_id = $1 and e.workspace_id = $1 and e.id = a.entry_id and e.case_id = $2`,
  `update amendments a set request_sealed = null, decision_sealed = null from record_entries e
   where a.workspace_id = $1 and e.workspace_id = $1 and e.id = a.entry_id and e.case_id = $2`,
  'update case_subjects set relationship = null where workspace_id = $1 and case_id = $2',
  `update case_transfers set reason = '', decision_reason = null where workspace_id = $1 and case_id = $2`,
];

/** What somebody decides alone has a reason of its own (SPR-7), which is told by the thing that was decided. */
const decidedOn = `
  select id::text from record_entries where workspace_id = $1 and case_id = $2
  union all select a.id::text from amendments a join record_entries e on e.workspace_id = $1 and e.id = a.entry_id
    where a.workspace_id = $1 and e.case_id = $2
  union all select id::text from release_packages where workspace_id = $1 and case_id = $2
  union all select id::text from disclosure_authorizations where workspace_id = $1 and case_id = $2
  union all select id::text from break_glass_sessions where workspace_id = $1 and case_id = $2`;

/** The kind of a recipient stays; who had a release is in the accounting, for as long as that is kept. */
const nobody = `jsonb_build_object('kind', recipient->'kind', 'name', '', 'organization', null, 'email', '', 'phone', null, 'role', null)`;
const ofAccess = (column: string): readonly string[] => [
  `update temporary_grants set reason = '', revoke_reason = null where workspace_id = $1 and ${column} = $2`,
  `update break_glass_sessions set reason = '', end_reason = null,
     review = review || jsonb_build_object('notes', '', 'followUp', null)
   where workspace_id = $1 and ${column} = $2`,
];
const ofGovernance = [
  ...ofAccess('case_id'),
  `update disclosure_authorizations set recipient = ${nobody}, legal_reference = null, note = null, decision_reason = null,
     single_person_reason = null where workspace_id = $1 and case_id = $2`,
  `update portal_decisions d set signer_name = '', typed_signature = null, sealed_drawing = null, drawing_key_id = null
   from release_packages p
   where d.workspace_id = $1 and p.workspace_id = $1 and p.id = d.package_id and p.case_id = $2`,
  `update portal_tokens t set sealed_token = null from release_packages p
   where t.workspace_id = $1 and p.workspace_id = $1 and p.id = t.package_id and p.case_id = $2`,
  `update release_packages set content_sealed = null, recipient = ${nobody}, redisclosure_notice = null, terms_text = '',
     single_person_reason = null, revocation_reason = null where workspace_id = $1 and case_id = $2`,
  `update release_items i set redactions = '[]' from release_packages p
   where i.workspace_id = $1 and p.workspace_id = $1 and p.id = i.package_id and p.case_id = $2`,
  `delete from intelligence_findings f using intelligence_runs r
   where f.workspace_id = $1 and r.workspace_id = $1 and r.id = f.run_id and r.case_id = $2`,
  'update intelligence_runs set review_comment_sealed = null where workspace_id = $1 and case_id = $2',
  `update retention_assignments set reason = '' where workspace_id = $1 and target_case_id = $2`,
  `update second_person_uses set reason = '' where workspace_id = $1 and target_id in (${decidedOn})`,
];
/** Last, because what goes from the records is written into the index anew. */
const ofSearch = 'delete from record_search where workspace_id = $1 and case_id = $2';

const ofSubject = [
  "update subjects set merged_search_text = '' where workspace_id = $1 and id = $2",
  'delete from subject_identifiers where workspace_id = $1 and subject_id = $2',
  'delete from subject_match_keys where workspace_id = $1 and subject_id = $2',
  'delete from subject_dismissals where workspace_id = $1 and (subject_id = $2 or candidate_id = $2)',
  `update subject_merges set reason = '', reversal_reason = null, log = '[]'
   where workspace_id = $1 and (surviving_subject_id = $2 or merged_subject_id = $2)`,
  `update consents set granted_by = jsonb_build_object('kind', granted_by->'kind', 'name', ''), statement_text = '',
     legal_basis = null, witness_name = null, signature = null, sealed_drawing = null, drawing_key_id = null, revocation_reason = null,
     request_message = null, sealed_token = null, request_email = case when request_email is null then null else '' end,
     scope = scope || '{"recipients": []}'
   where workspace_id = $1 and subject_id = $2`,
  ...ofAccess('subject_id'),
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
    for (const statement of [...ofRecords, ...ofGovernance, ofSearch])
      await sql(statement, [workspaceId, caseId]);
  },
  releaseAttachments: (caseId, now) => sql(releaseSql, [workspaceId, caseId, now]),
  async eraseSubject(subjectId) {
    for (const statement of ofSubject) await sql(statement, [workspaceId, subjectId]);
  },
  detailsOfCase: (caseId, most) =>
    sql
      .column(detailsSql([linesAbout('case_id'), linesOfOne, linesOfUploads].join(' union ')), [
        ...[workspaceId, caseId, most],
      ])
      .then(numbers),
  detailsOfSubject: (subjectId, most) =>
    sql.column(detailsSql(linesAbout('subject_id')), [workspaceId, subjectId, most]).then(numbers),
});

const linesAbout = (column: string): string =>
  `select seq from audit_event where ledger_id = $1 and ${column} = $2`;
/** The line of a step that somebody took alone names what was decided, and no case. */
const linesOfOne = `select seq from audit_event
  where ledger_id = $1 and action = 'second_person.waived' and target_id in (${decidedOn})`;
/** The line of an upload has the name of the file beside it, and was written before anybody knew in which case it would end. */
const linesOfUploads = `select v.seq from audit_event v
  join upload_sessions s on s.workspace_id = $1 and s.id::text = v.target_id and s.consumed_by_kind = 'record_attachment'
  join record_attachments a on a.workspace_id = $1 and a.id::text = s.consumed_by_id
  join record_entries e on e.workspace_id = $1 and e.id = a.entry_id and e.case_id = $2
  where v.ledger_id = $1 and v.action = 'upload.created'
    and v.occurred_at between s.created_at - interval '1 minute' and s.created_at + interval '1 minute'`;
const detailsSql = (lines: string): string =>
  `select d.seq::text from audit_detail d where d.ledger_id = $1 and d.seq in (${lines}) order by d.seq limit $3`;
const numbers = (seqs: readonly unknown[]): number[] => seqs.map(Number);
