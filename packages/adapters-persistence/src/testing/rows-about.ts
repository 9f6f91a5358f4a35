import type { World } from './world.ts';

/** One row of the database, as JSON. */
export interface RowAbout {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A column of this name says nothing: it names something else, or is a digest of a secret. */
const namesOnly = "column_name ~ '(^|_)(id|hash)$'";

/**
 * The tables of workspaces in which something can be written about a case or a subject, found in the catalogue: those that refer
 * to one of the two by foreign keys, over however many tables, and those that name one in a column.
 */
export function tablesAboutRecords({ sql }: Pick<World, 'sql'>): Promise<readonly string[]> {
  return sql<{ table: string }>(
    `with recursive about as (
       select unnest(array['record_cases', 'subjects']::regclass[]::oid[]) t
       union select c.conrelid from pg_constraint c join about on about.t = c.confrelid where c.contype = 'f')
     select table_name "table" from information_schema.columns where table_schema = 'public'
     group by 1 having bool_or(column_name = 'workspace_id')
       and bool_or(data_type in ('text', 'jsonb', 'bytea', 'ARRAY', 'tsvector') and not ${namesOnly})
       and (bool_or(column_name in ('case_id', 'subject_id')) or table_name in (select t::regclass::text from about))
     order by 1`,
  ).then((rows) => rows.map(({ table }) => table));
}

/**
 * Every row of the workspace that leads to one of these ids: a column of it names the id, or the id of such a row. Columns are
 * found in the catalogue by their name, because not everything that names a case refers to it by a foreign key.
 */
export async function rowsAbout(
  ids: readonly string[],
  { sql, workspaceId }: Pick<World, 'sql' | 'workspaceId'>,
): Promise<readonly RowAbout[]> {
  const tables = await sql<{ table: string; tenant: string; names: string[] }>(
    `select table_name "table", min(column_name) filter (where column_name in ('workspace_id', 'ledger_id')) tenant,
       array_agg(column_name::text) filter (where data_type in ('uuid', 'text')) names
     from information_schema.columns where table_schema = 'public' and (column_name = 'id' or column_name like '%\\_id')
     group by 1 having bool_or(column_name in ('workspace_id', 'ledger_id')) order by 1`,
  );
  const statement = tables
    .map(({ table, tenant, names }) => {
      const isNamed = names.map((name) => `"${name}"::text = any($2)`).join(' or ');
      return `select '${table}' "table", to_jsonb(t) "row" from "${table}" t where "${tenant}" = $1 and (${isNamed})`;
    })
    .join(' union all ');
  const known = new Set(ids);
  let found: readonly RowAbout[] = [];
  for (let size = 0; size < known.size; ) {
    size = known.size;
    found = await sql<RowAbout>(statement, [workspaceId, [...known]]);
    for (const { row } of found) if (typeof row.id === 'string') known.add(row.id);
  }
  return found;
}

/** Each text in a row, also within JSON, by its column. */
export function textsOf({
  table,
  row,
}: RowAbout): readonly { readonly place: string; readonly text: string }[] {
  return Object.entries(row).flatMap(([column, value]) =>
    leavesOf(value).map((text) => ({ place: `${table}.${column}`, text })),
  );
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(leavesOf);
}
