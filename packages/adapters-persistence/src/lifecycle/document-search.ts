import { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { timely } from '../kernel/timely.ts';
import { countsSql, foundSql, totalSql } from './search-sql.ts';

export function documentSearch(sql: Sql, workspaceId: string): core.DocumentSearch {
  const soon = <T>(search: () => Promise<T>) => timely(sql, search, core.searchTooBroad);
  return {
    find: (searching, sort, after, limit) =>
      soon(() => sql<core.FoundDocument>(...foundSql(workspaceId, searching, sort, after, limit))),
    async total(searching) {
      const [count = 0] = await soon(() => sql.column<number>(...totalSql(workspaceId, searching)));
      return count;
    },
    counts: (searching, facet) =>
      soon(() => sql<core.FacetCount>(...countsSql(workspaceId, searching, facet))),
    passages: (documentIds, terms) =>
      soon(() => sql<core.Passage>(passagesSql, [workspaceId, documentIds, terms])),
    ...keepingPart(sql, workspaceId),
  };
}

/** What changes the texts that documents are found by. */
const keepingPart = (sql: Sql, workspaceId: string) =>
  ({
    async keep(documentId, texts) {
      if (texts.length === 0) return;
      const parts = texts.flatMap(({ page, body }) =>
        partsOf(body).map((part, at) => ({ page: page ?? 0, part: at, body: part })),
      );
      const pages = [...new Set(parts.map(({ page }) => page))];
      await sql(
        'delete from document_texts where workspace_id = $1 and document_id = $2 and page = any($3::integer[])',
        [workspaceId, documentId, pages],
      );
      await sql(keepSql, [workspaceId, documentId, JSON.stringify(parts)]);
      await sql(readSql, [workspaceId, documentId]);
    },
    async note(documentIds, unread) {
      await sql(
        'update search_documents set unread = $3 where workspace_id = $1 and document_id = any($2::uuid[])',
        [workspaceId, documentIds, unread],
      );
    },
    async forget(documentId) {
      await sql('delete from document_texts where workspace_id = $1 and document_id = $2', [
        workspaceId,
        documentId,
      ]);
      await sql(
        "update search_documents set read = '', unread = false where workspace_id = $1 and document_id = $2",
        [workspaceId, documentId],
      );
    },
    async purge() {
      await sql('delete from document_texts where workspace_id = $1', [workspaceId]);
      await sql('delete from search_documents where workspace_id = $1', [workspaceId]);
    },
  }) satisfies Partial<core.DocumentSearch>;

/** Nobody shows more of a text than such a part. */
const mostInPart = 20_000;

function partsOf(body: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < body.length; ) {
    const end = endOfPart(body, at);
    parts.push(body.slice(at, end));
    at = end;
  }
  return parts;
}

/** A part ends between words where there are any, so that none is cut in two, and never within a character. */
function endOfPart(body: string, at: number): number {
  const end = at + mostInPart;
  if (end >= body.length) return body.length;
  const blank = Math.max(body.lastIndexOf(' ', end), body.lastIndexOf('\n', end));
  if (blank > at) return blank;
  return /[\udc00-\udfff]/.test(body.charAt(end)) ? end - 1 : end;
}

const passagesSql = `
  select distinct on (t.document_id) t.document_id "documentId", nullif(t.page, 0) page, t.body
  from document_texts t
  where t.workspace_id = $1 and t.document_id = any($2::uuid[]) and exists (
    select from unnest($3::text[]) term where t.words @@ chancery_wanted_words(array[term], '{}'))
  order by t.document_id, t.page, t.part`;

const keepSql = `
  insert into document_texts (workspace_id, document_id, page, part, body)
  select $1, $2, p.page, p.part, p.body from jsonb_to_recordset($3::jsonb) p (page integer, part integer, body text)`;

const readSql = `
  update search_documents set read = chancery_text_words(
    (select string_agg(t.body, E'\\n' order by t.page, t.part) from document_texts t where t.workspace_id = $1 and t.document_id = $2))
  where workspace_id = $1 and document_id = $2`;
