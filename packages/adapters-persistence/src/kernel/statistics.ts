import type { Database } from './data-source.ts';

type Analyzed = Pick<Database, 'kind' | 'pool'>;

/** The tables of ours for which this holds. */
const tablesSql = (condition: string) => `
  select c.oid::regclass::text "name" from pg_class c
  where c.relkind in ('r', 'm') and c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'usage') and ${condition}
  order by 1`;

/**
 * As PostgreSQL's own autovacuum decides, which the embedded database does not have. The view of these statistics, which adds up
 * the indexes of every table, takes four milliseconds; what it calls takes a tenth of that, also in an idle server.
 */
const grownSql = tablesSql(
  'pg_stat_get_mod_since_analyze(c.oid) > 1000 + $1::float8 * greatest(c.reltuples, 0)',
);

/** By size, and not by a count: what a process counted that was killed is lost. A few pages more make no other plan. */
const largerSql = tablesSql(
  "pg_relation_size(c.oid) > (16 + 2 * c.relpages)::bigint * current_setting('block_size')::integer",
);

/**
 * Takes new statistics of the tables of which this share of their rows changed since the last time, and a thousand rows more;
 * by default the tenth that autovacuum waits for. Returns their names. Without statistics the planner takes a large table for
 * an empty one: one creation of a meeting took 9 seconds after an import. The embedded database also gives the room of deleted
 * rows back, without which a queue of jobs would grow for ever.
 */
export async function analyzeGrown(database: Analyzed, share = 0.1): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ name: string }>(grownSql, [share]);
  return analyzed(database, rows);
}

/**
 * Takes new statistics of the tables that have more than doubled since the last time, even if nobody counted what was written:
 * for the start of a process, as some milliseconds go into asking how large each table is. Returns their names.
 */
export async function analyzeLarger(database: Analyzed): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ name: string }>(largerSql);
  return analyzed(database, rows);
}

async function analyzed(
  { kind, pool }: Analyzed,
  tables: readonly { readonly name: string }[],
): Promise<readonly string[]> {
  for (const { name } of tables) await pool.query(`${kind === 'pglite' ? 'vacuum ' : ''}analyze ${name}`);
  return tables.map(({ name }) => name);
}
