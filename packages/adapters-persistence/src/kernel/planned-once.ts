import type { Row, Sql } from './sql.ts';

/**
 * Sends a statement that is planned once for all its values: PostgreSQL, which would otherwise compare costs and may plan a large
 * one anew for each call, takes longer to do so than such a statement runs. Both leave in one packet. It holds for the later
 * statements of the transaction too.
 */
export async function plannedOnce<R extends object = Row>(
  sql: Sql,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const [, rows] = await Promise.all([
    sql('set local plan_cache_mode = force_generic_plan'),
    sql<R>(text, values),
  ]);
  return rows;
}
