import type { World } from './world.ts';

/**
 * Every `table.column` of the database, found in the catalogue, in which one of the values stands: text of any type, JSON,
 * arrays, words that are searched for, and bytes. Case is ignored. What is sealed or hashed is not found, as nobody reads it.
 */
export async function placesWith(
  values: readonly string[],
  { sql }: Pick<World, 'sql'>,
): Promise<readonly string[]> {
  const columns = await sql<{ table: string; column: string; type: string }>(
    `select c.relname "table", a.attname "column", t.typname "type"
     from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and (t.typcategory in ('S', 'A', 'I') or t.typname in ('json', 'jsonb', 'bytea', 'tsvector'))
     order by 1, 2`,
  );
  const places: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const found = await sql(
      `select 1 from "${table}" where exists (select from unnest($1::text[]) v where position(lower(v) in lower(${text})) > 0) limit 1`,
      [values],
    );
    if (found.length > 0) places.push(`${table}.${column}`);
  }
  return places;
}
