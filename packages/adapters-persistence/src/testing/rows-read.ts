import pg from 'pg';
import type { Database } from '../kernel/data-source.ts';
import type { Sql } from '../kernel/sql.ts';

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The one statement that this work sends, which is not sent. */
async function statementOf(work: (sql: Sql) => Promise<unknown>): Promise<[string, readonly unknown[]]> {
  const sent: [string, readonly unknown[]][] = [];
  const sql = async (text: string, values: readonly unknown[]) => {
    sent.push([text, values]);
    return [];
  };
  await work(sql as unknown as Sql);
  const [statement] = sent;
  if (statement === undefined || sent.length > 1) throw new Error(`${sent.length} statements`);
  return statement;
}

/**
 * How many rows of tables the one statement of this work reads, under row-level security, those that it leaves out included;
 * by the plan for these values, or by the general one, which a connection keeps for a statement that it has often sent.
 */
export async function rowsRead(
  database: Database,
  workspaceId: string,
  work: (sql: Sql) => Promise<unknown>,
  { isGeneral = false } = {},
) {
  const [text, values] = await statementOf(work);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local role chancery_app');
    await client.query("select set_config('app.workspace', $1, true)", [workspaceId]);
    const explain = 'explain (analyze, format json)';
    if (isGeneral) {
      await client.query('set local plan_cache_mode = force_generic_plan');
      await client.query(`prepare sent as ${text}`);
    }
    const { rows } = isGeneral
      ? await client.query(`${explain} execute sent (${values.map(literalOf).join(', ')})`)
      : await client.query(`${explain} ${text}`, [...values]);
    return rowsOf(rows[0]?.['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
    if (isGeneral) await client.query('deallocate sent');
    client.release();
  }
}

const literalOf = (value: unknown): string =>
  pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));

const rowsOf = (plan: Plan): number => {
  const own =
    plan['Relation Name'] === undefined
      ? 0
      : ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 1);
  return (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), own);
};
