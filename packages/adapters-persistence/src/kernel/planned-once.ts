import type { Row, Sql } from './sql.ts';

/**
 * Sends a statement that is planned once for all its values: PostgreSQL, which would otherwise compare costs and may plan a large
 * one anew for each call, takes longer to do so than such a statement runs. Both leave in one packet. It holds for the later
 * statements of the transaction too.
 */
export function plannedOnce<R extends object = Row>(
  sql: Sql,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  return planned(sql, 'force_generic_plan', text, values);
}

/**
 * Sends a statement that is planned anew for its values: one that counts very many rows, where a plan for all values would read them
 * one by one. It holds for the later statements of the transaction too.
 */
export function plannedAnew<R extends object = Row>(
  sql: Sql,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  return planned(sql, 'force_custom_plan', text, values);
}

async function planned<R extends object>(
  sql: Sql,
  mode: 'force_generic_plan' | 'force_custom_plan',
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const [, rows] = await Promise.all([sql(`set local plan_cache_mode = ${mode}`), sql<R>(text, values)]);
  return rows;
}
