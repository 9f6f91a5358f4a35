import type { Database } from './data-source.ts';

/**
 * As PostgreSQL's own autovacuum decides, which the embedded database does not have. The view of these statistics, which adds up
 * the indexes of every table, takes four milliseconds in each minute of an idle server; what it calls takes a tenth of that.
 */
const grownSql = `
  select c.oid::regclass::text "name" from pg_class c
  where c.relkind in ('r', 'm') and c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'usage')
    and pg_stat_get_mod_since_analyze(c.oid) > 1000 + $1::float8 * greatest(c.reltuples, 0)
  order by 1`;

/**
 * Takes new statistics of the tables of which this share of their rows changed since the last time, and a thousand rows more;
 * by default the tenth that autovacuum waits for. So it is after an import or a restored backup. Returns their names. Without them the planner takes a large table for an empty one, and one creation of a meeting took 9 seconds.
 * The embedded database also gives the room of deleted rows back, without which a queue of jobs would grow for ever.
 */
export async function analyzeGrown(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  share = 0.1,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(grownSql, [share]);
  for (const { name } of rows) await pool.query(`${kind === 'pglite' ? 'vacuum ' : ''}analyze ${name}`);
  return rows.map(({ name }) => name);
}
