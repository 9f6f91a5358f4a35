import type { Row, Sql } from './sql.ts';

/** Sends a statement with the setting that says how it is planned, in one packet. It holds for the rest of the transaction too. */
const planned =
  (mode: 'force_generic_plan' | 'force_custom_plan') =>
  async <R extends object = Row>(sql: Sql, text: string, values: readonly unknown[]): Promise<R[]> => {
    const [, rows] = await Promise.all([sql(`set local plan_cache_mode = ${mode}`), sql<R>(text, values)]);
    return rows;
  };

/**
 * Sends a statement that is planned once for all its values: PostgreSQL, which would otherwise compare costs and may plan a large
 * one anew for each call, takes longer to do so than such a statement runs.
 */
export const plannedOnce = planned('force_generic_plan');

/**
 * Sends a statement that is planned anew for its values: one that counts very many rows, where a plan for all values would read them
 * one by one.
 */
export const plannedAnew = planned('force_custom_plan');
