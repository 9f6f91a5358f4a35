import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { type SealedColumns, sealedOf } from './sealed-columns.ts';

type Part = Pick<core.RecordSearch, 'compared' | 'sealed' | 'differing'>;

/** What says whether the index is as the records are. It is written here a second time, apart from the triggers that keep it. */
export const comparedIndex = (sql: Sql, workspaceId: string): Part => ({
  compared: (caseIds) => sql<core.ComparedRow>(comparedSql, [workspaceId, caseIds]),
  async sealed(rows) {
    type Row = Pick<core.UnindexedRecord, 'kind' | 'id' | 'version'> & SealedColumns & { caseId: string };
    const asked = JSON.stringify(rows.map(({ kind, id }) => ({ kind, id })));
    const found = await sql<Row>(sealedSql, [workspaceId, asked]);
    return found.flatMap((row) => {
      const { kind, id, version, caseId } = row;
      const sealed = sealedOf(kind, id, row);
      return sealed === null ? [] : [{ kind, id, version, caseId, sealed }];
    });
  },
  differing: (texts) =>
    texts.length === 0
      ? Promise.resolve([])
      : sql.column<string>(differingSql, [workspaceId, JSON.stringify(texts)]),
});

/** The words of a record whose title and text are not sealed. */
const words = (title: string, mask: string, text: string): string =>
  `chancery_record_words(l.language, $1, ${title}, case when chancery_titles_only(${mask}) then '' else ${text} end)`;

/** The same of something whose text may be sealed: then they are null, unless it is found by its title alone. */
const openWords = (table: string, mask: string, text: string): string =>
  `case when ${table}.text_sealed is null or chancery_titles_only(${mask}) then ${words(`${table}.title`, mask, text)} end`;

/** Of what is not sealed the words are compared themselves, and not whose version they are. */
const versionOf = (table: string): string =>
  `case when ${table}.text_sealed is not null then ${table}.version end`;

/** Every row that there has to be; of what is sealed the words are null. */
const expected = `
  select 'case' kind, c.id, c.id case_id, null::uuid artifact_id, null::text author_id, c.effective_mask, c.opened_at occurred_at,
    c.status, 0 version, ${words("c.case_number || E'\\n' || c.title", 'c.effective_mask', "coalesce(c.description, '')")} words
  from live c cross join l
  union all
  select 'encounter', e.id, c.id, null, null, e.own_mask | c.effective_mask, coalesce(e.started_at, e.scheduled_start_at, e.created_at),
    e.status, ${versionOf('e')}, ${openWords('e', 'e.own_mask | c.effective_mask', "concat_ws(E'\\n', e.reason, e.outcome)")}
  from encounters e join live c on c.id = e.case_id cross join l where e.workspace_id = $1
  union all
  select 'follow_up', f.id, c.id, f.artifact_id, e.author_user_id, c.effective_mask | coalesce(e.effective_mask, 0), f.created_at,
    f.status, ${versionOf('f')}, ${openWords('f', 'c.effective_mask | coalesce(e.effective_mask, 0)', "concat_ws(E'\\n', f.description, f.outcome, f.cancel_reason)")}
  from follow_ups f join live c on c.id = f.case_id left join record_entries e on e.workspace_id = $1 and e.id = f.artifact_id
  cross join l where f.workspace_id = $1
  union all
  select 'entry', e.id, e.case_id, e.id, e.author_user_id, e.effective_mask, e.occurred_at, e.status, e.current_version, null
  from signed e
  union all
  select 'addendum', d.id, e.case_id, e.id, e.author_user_id, e.effective_mask, d.created_at,
    case e.status when 'entered_in_error' then e.status else 'final' end, 1, null
  from record_addenda d join signed e on e.id = d.entry_id where d.workspace_id = $1
  union all
  select 'attachment', a.id, e.case_id, e.id, e.author_user_id, e.effective_mask, a.added_at,
    case e.status when 'entered_in_error' then e.status else a.status end, case when t.attachment_id is null then 0 else 1 end,
    case when t.attachment_id is null then chancery_record_words(l.language, $1, a.file_name, '') end
  from record_attachments a join signed e on e.id = a.entry_id
  left join record_attachment_texts t on t.workspace_id = $1 and t.attachment_id = a.id cross join l
  where a.workspace_id = $1 and a.status = 'clean' and a.removed_at is null`;

const isSame = [
  ...['case_id', 'artifact_id', 'author_id', 'effective_mask', 'occurred_at', 'status'].map(
    (column) => `r.${column} is not distinct from x.${column}`,
  ),
  '(x.version is null or r.version = x.version)',
].join(' and ');

const comparedSql = `
  with l as (select chancery_record_language($1) language),
  live as (select * from record_cases where workspace_id = $1 and id = any($2::uuid[]) and status <> 'disposed'),
  signed as (select e.* from record_entries e join live c on c.id = e.case_id where e.workspace_id = $1 and e.current_version is not null),
  x as (${expected}),
  r as (select * from record_search where workspace_id = $1 and case_id = any($2::uuid[]))
  select coalesce(x.kind, r.kind) kind, coalesce(x.id, r.id) id, coalesce(x.version, r.version) version,
    case when r.id is null then 'missing' when x.id is null then 'orphaned'
      when not (${isSame} and (x.words is null or r.words = x.words)) then 'stale' end code,
    x.id is not null and x.words is null "isSealed", coalesce(r.standing = 'fresh', false) "isFresh"
  from x full join r on r.kind = x.kind and r.id = x.id
  order by 2, 1`;

const sealedSql = `
  select r.kind, r.id, r.version, r.case_id "caseId", s.entry_id "entryId", s.number, s.submission, s.document_sealed "documentSealed",
    e.template_id "templateId", e.template_version "templateVersion", t.text_sealed "textSealed", d.document_sealed "addendumSealed",
    coalesce(n.text_sealed, f.text_sealed) "wordsSealed"
  from jsonb_to_recordset($2::jsonb) w (kind text, id uuid)
  join record_search r on r.workspace_id = $1 and r.kind = w.kind and r.id = w.id and r.standing = 'fresh'
  left join record_entries e on e.workspace_id = $1 and e.id = r.artifact_id
  left join record_entry_versions v on r.kind = 'entry' and v.workspace_id = $1 and v.entry_id = e.id and v.number = r.version
  left join record_entry_submissions s on s.workspace_id = $1 and s.entry_id = v.entry_id and s.number = v.number and s.submission = v.submission
  left join record_attachment_texts t on r.kind = 'attachment' and t.workspace_id = $1 and t.attachment_id = r.id
  left join record_addenda d on r.kind = 'addendum' and d.workspace_id = $1 and d.id = r.id
  left join encounters n on r.kind = 'encounter' and n.workspace_id = $1 and n.id = r.id
  left join follow_ups f on r.kind = 'follow_up' and f.workspace_id = $1 and f.id = r.id
  order by r.id`;

const differingSql = `
  select r.id from jsonb_to_recordset($2::jsonb) t (kind text, id uuid, version integer, body text)
  join record_search r on r.workspace_id = $1 and r.kind = t.kind and r.id = t.id and r.version = t.version and r.standing = 'fresh'
  left join record_entries e on e.workspace_id = $1 and e.id = r.artifact_id
  left join record_attachments a on a.workspace_id = $1 and a.id = t.id and t.kind = 'attachment'
  left join encounters n on n.workspace_id = $1 and n.id = t.id and t.kind = 'encounter'
  left join follow_ups f on f.workspace_id = $1 and f.id = t.id and t.kind = 'follow_up'
  where r.words <> chancery_record_words(chancery_record_language($1), $1,
    case t.kind when 'addendum' then '' else coalesce(a.file_name, n.title, f.title, e.title) end,
    case when chancery_titles_only(r.effective_mask) then '' else t.body end)`;
