/**
 * Joins the one row of a table with this id. A plain join is not held to the key: PostgreSQL expects of each workspace what the
 * average one has, and may read all rows of one that has very many.
 */
export const byKey = (table: string, alias: string, id: string): string =>
  `cross join lateral (select t.* from ${table} t where t.workspace_id = $1 and t.id = ${id} limit 1) ${alias}`;

/** A table read by the keys of these ids, whatever order is asked for. */
export const byId = (table: string, alias: string, ids: string): string =>
  `${ids} i (id) ${byKey(table, alias, 'i.id')}`;
