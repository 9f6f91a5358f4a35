import { records as core, dependencyUnavailable } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { timely } from '../kernel/timely.ts';
import { comparedIndex } from './compared-index.ts';
import { type SealedColumns, sealedOf } from './sealed-columns.ts';

const tooSlow = () =>
  dependencyUnavailable({
    message: 'The search took too long; name a case, add a word or shorten the time.',
  });

export const recordSearch = (sql: Sql, workspaceId: string): core.RecordSearch => ({
  async terms(query, words) {
    const row = await sql.first<core.QueryTerms>(termsSql, [workspaceId, query, words]);
    return row ?? { findsAnything: false, stems: [] };
  },
  async find(searching, after, limit) {
    const rows = await timely(
      sql,
      () => sql<FoundRow>(findSql, foundValues(workspaceId, searching, after, limit)),
      tooSlow,
    );
    return {
      // Without any hit there is still the line that says what is withheld.
      records: rows.filter(({ id }) => id !== null).map(foundRecord),
      isTruncated: (rows[0]?.found ?? 0) > core.mostRanked,
      withheld: after === null ? (rows[0]?.withheld ?? null) : null,
    };
  },
  ...indexingPart(sql, workspaceId),
  ...comparedIndex(sql, workspaceId),
});

type FoundRow = Omit<core.FoundRecord, 'sealed'> &
  SealedColumns & { readonly found: number; readonly withheld: number | null };

const foundRecord = (row: FoundRow): core.FoundRecord => ({
  kind: row.kind,
  id: row.id,
  artifactId: row.artifactId,
  caseId: row.caseId,
  caseNumber: row.caseNumber,
  title: row.title,
  occurredAt: row.occurredAt,
  effectiveMask: row.effectiveMask,
  status: row.status,
  rank: row.rank,
  text: row.text,
  sealed: sealedOf(row.kind, row.id, row),
});

function foundValues(
  workspaceId: string,
  { words, kinds, caseId, from, to, includesErrors, reach }: core.RecordSearching,
  after: readonly [string, string, string] | null,
  limit: number,
): unknown[] {
  const { reader, now, masks, purpose } = reach;
  return [
    ...[workspaceId, words, reader.role, reader.userId, reader.clearance, purpose, now, masks],
    ...[kinds, caseId, from, to, includesErrors, core.mostRanked, core.mostWithheld],
    ...(after ?? [null, null, null]),
    limit + 1,
  ];
}

/** What keeps the index. */
const indexingPart = (sql: Sql, workspaceId: string) =>
  ({
    async unindexed(caseId, most) {
      type Row = Pick<core.UnindexedRecord, 'kind' | 'id' | 'version'> & SealedColumns;
      const rows = await sql<Row>(unindexedSql, [workspaceId, caseId, most]);
      return rows.flatMap((row) => {
        const sealed = sealedOf(row.kind, row.id, row);
        return sealed === null ? [] : [{ kind: row.kind, id: row.id, version: row.version, sealed }];
      });
    },
    index: (texts) => sql.changed(indexSql, [workspaceId, JSON.stringify(texts)]),
    async note(caseIds) {
      await sql(
        "update record_search set standing = 'queued' where workspace_id = $1 and standing = 'due' and case_id = any($2::uuid[])",
        [workspaceId, caseIds],
      );
    },
    async renew(caseId) {
      await sql('delete from record_search where workspace_id = $1 and case_id = $2', [workspaceId, caseId]);
      // Each row is found again by what its trigger says of it.
      for (const touched of [
        'update record_cases set title = title where workspace_id = $1 and id = $2',
        'update encounters set title = title where workspace_id = $1 and case_id = $2',
        'update follow_ups set title = title where workspace_id = $1 and case_id = $2',
        'update record_entries set status = status where workspace_id = $1 and case_id = $2 and current_version is not null',
        'update record_addenda set entry_id = entry_id where workspace_id = $1 and entry_id in (select id from record_entries where workspace_id = $1 and case_id = $2)',
        'update record_attachments set file_name = file_name where workspace_id = $1 and entry_id in (select id from record_entries where workspace_id = $1 and case_id = $2)',
      ])
        await sql(touched, [workspaceId, caseId]);
    },
    cases: (after, most) =>
      sql.column(
        'select id from record_cases where workspace_id = $1 and ($2::uuid is null or id > $2) order by id limit $3',
        [workspaceId, after, most],
      ),
  }) satisfies Partial<core.RecordSearch>;

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const recordIndexSweep = (sql: Sql): core.RecordIndexSweep => ({
  toIndex: (most) =>
    sql('select workspace_id "workspaceId", case_id "caseId" from chancery_cases_to_index($1)', [most]),
});

/** What has nothing but what must not be found, finds nothing: such a query has no tree. */
const termsSql = `
  select querytree(q.query) not in ('', 'T') "findsAnything",
    array(select distinct unnest(tsvector_to_array(chancery_language_words(l.language, w))) from unnest($3::text[]) w) stems
  from (select chancery_record_language($1) language) l, lateral (select chancery_record_query(l.language, $2) query) q`;

/** Only what the answer shows is looked up beside the hits, for one page of them. */
const findSql = `
  select r.kind, r.id, r.artifact_id "artifactId", r.case_id "caseId", c.case_number "caseNumber",
    coalesce(a.file_name, n.title, f.title, e.title, c.title) title, r.occurred_at "occurredAt", r.effective_mask "effectiveMask", r.status, r.rank,
    case r.kind when 'case' then c.description when 'encounter' then concat_ws(E'\\n', n.reason, n.outcome)
      when 'follow_up' then concat_ws(E'\\n', f.description, f.outcome, f.cancel_reason) end "text",
    s.entry_id "entryId", s.number, s.submission, s.document_sealed "documentSealed", e.template_id "templateId", e.template_version "templateVersion",
    t.text_sealed "textSealed", d.document_sealed "addendumSealed", coalesce(n.text_sealed, f.text_sealed) "wordsSealed",
    r.found, r.withheld
  from (select h.* from chancery_search_records($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) h
    where h.id is null or $16::integer is null
      or (h.rank, h.occurred_at, h.id) < ($16::integer, $17::timestamptz, $18::uuid)
    order by h.rank desc, h.occurred_at desc, h.id desc limit $19) r
  left join record_cases c on c.workspace_id = $1 and c.id = r.case_id
  left join record_entries e on e.workspace_id = $1 and e.id = r.artifact_id
  left join record_entry_versions v on v.workspace_id = $1 and v.entry_id = e.id and v.number = e.current_version and r.kind = 'entry'
  left join record_entry_submissions s on s.workspace_id = $1 and s.entry_id = e.id and s.number = v.number and s.submission = v.submission
  left join encounters n on r.kind = 'encounter' and n.workspace_id = $1 and n.id = r.id
  left join record_attachments a on r.kind = 'attachment' and a.workspace_id = $1 and a.id = r.id
  left join record_attachment_texts t on t.workspace_id = $1 and t.attachment_id = a.id
  left join record_addenda d on r.kind = 'addendum' and d.workspace_id = $1 and d.id = r.id
  left join follow_ups f on r.kind = 'follow_up' and f.workspace_id = $1 and f.id = r.id
  order by r.rank desc, r.occurred_at desc, r.id desc`;

const unindexedSql = `
  select r.kind, r.id, r.version, s.entry_id "entryId", s.number, s.submission, s.document_sealed "documentSealed",
    e.template_id "templateId", e.template_version "templateVersion", t.text_sealed "textSealed", d.document_sealed "addendumSealed",
    coalesce(n.text_sealed, f.text_sealed) "wordsSealed"
  from record_search r
  left join record_entries e on e.workspace_id = $1 and e.id = r.artifact_id
  left join record_entry_versions v on r.kind = 'entry' and v.workspace_id = $1 and v.entry_id = e.id and v.number = r.version
  left join record_entry_submissions s on s.workspace_id = $1 and s.entry_id = v.entry_id and s.number = v.number and s.submission = v.submission
  left join record_attachment_texts t on r.kind = 'attachment' and t.workspace_id = $1 and t.attachment_id = r.id
  left join record_addenda d on r.kind = 'addendum' and d.workspace_id = $1 and d.id = r.id and d.document_sealed is not null
  left join encounters n on r.kind = 'encounter' and n.workspace_id = $1 and n.id = r.id
  left join follow_ups f on r.kind = 'follow_up' and f.workspace_id = $1 and f.id = r.id
  where r.workspace_id = $1 and r.case_id = $2 and r.standing <> 'fresh'
    and (s.entry_id is not null or t.attachment_id is not null or d.id is not null or coalesce(n.text_sealed, f.text_sealed) is not null)
  order by r.id limit $3`;

const indexSql = `
  update record_search r set standing = 'fresh', words = chancery_record_words(chancery_record_language($1), $1, case t.kind when 'addendum' then '' else coalesce(a.file_name, n.title, f.title, e.title) end,
    case when chancery_titles_only(r.effective_mask) then '' else t.body end)
  from jsonb_to_recordset($2::jsonb) t (kind text, id uuid, version integer, body text)
  left join record_attachments a on a.workspace_id = $1 and a.id = t.id and t.kind = 'attachment'
  left join record_addenda d on d.workspace_id = $1 and d.id = t.id and t.kind = 'addendum'
  left join encounters n on n.workspace_id = $1 and n.id = t.id and t.kind = 'encounter'
  left join follow_ups f on f.workspace_id = $1 and f.id = t.id and t.kind = 'follow_up'
  left join record_entries e on e.workspace_id = $1 and e.id = coalesce(a.entry_id, d.entry_id, t.id)
  where coalesce(n.id, f.id, e.id) is not null and r.workspace_id = $1 and r.kind = t.kind and r.id = t.id and r.version = t.version`;
