import type { PoolClient } from 'pg';
import pg from 'pg';
import type { Database } from '../kernel/data-source.ts';
import type { Sql } from '../kernel/sql.ts';
import type { Statement } from './statements.ts';

/** What a statement did, as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` tells of one of its steps and of those beneath it. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly Plans?: readonly Step[];
}

/** `custom` is the plan for the given values; `generic` the one for any, which a connection keeps for what it has often sent. */
export type PlanKind = 'custom' | 'generic';

type Client = Pick<PoolClient, 'query'>;

/** Runs a statement, and says how. */
export async function explained(
  client: Client,
  { text, values }: Statement,
  kind: PlanKind = 'custom',
): Promise<Step> {
  const explain = 'explain (analyze, buffers, format json)';
  if (kind === 'custom') return stepOf(await client.query(`${explain} ${text}`, [...values]));
  await client.query('set local plan_cache_mode = force_generic_plan');
  await client.query(`prepare explained as ${text}`);
  try {
    return stepOf(await client.query(`${explain} execute explained (${values.map(literalOf).join(', ')})`));
  } finally {
    await client.query('deallocate explained');
  }
}

const stepOf = ({ rows }: { rows: { 'QUERY PLAN': { Plan: Step }[] }[] }): Step => {
  const step = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (step === undefined) throw new Error('The statement was not explained');
  return step;
};

const literalOf = (value: unknown): string =>
  value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value));

/** How many rows of tables the scans look at, those that they leave out included. */
export const rowsLookedAt = (step: Step): number =>
  (step['Relation Name'] === undefined || step['Node Type'] === 'ModifyTable'
    ? 0
    : (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']) +
  (step.Plans ?? []).reduce((sum, beneath) => sum + rowsLookedAt(beneath), 0);

/** The one statement by which this work asks, beside settings of its transaction. It is not sent, and the work is given nothing. */
export async function statementOf(work: (sql: Sql) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = [];
  const noting =
    <A>(answer: A) =>
    async (text: string, values: readonly unknown[] = []) => {
      if (!text.startsWith('set local ')) sent.push({ text, values });
      return answer;
    };
  const sql: Sql = Object.assign(noting([]), {
    first: noting(null),
    column: noting([]),
    changed: noting(0),
    unread: noting(null),
    did: noting(false),
  });
  await work(sql);
  const [statement] = sent;
  if (statement === undefined || sent.length > 1) throw new Error(`${sent.length} statements`);
  return statement;
}

/** How many rows the one statement of this work looks at, under row-level security. */
export const rowsRead = (
  database: Database,
  workspaceId: string,
  work: (sql: Sql) => Promise<unknown>,
  kind?: PlanKind,
): Promise<number> =>
  asApplication(database, workspaceId, async (client) =>
    rowsLookedAt(await explained(client, await statementOf(work), kind)),
  );

/** How often the one statement of this work calls a function of the database, in the plan for any values. */
export const callsOf = (
  name: string,
  database: Database,
  workspaceId: string,
  work: (sql: Sql) => Promise<unknown>,
): Promise<number> =>
  asApplication(database, workspaceId, async (client) => {
    const calls = async () => {
      const { rows } = await client.query<{ calls: number }>(
        'select coalesce(sum(calls), 0)::int calls from pg_stat_xact_user_functions where funcname = $1',
        [name],
      );
      return rows[0]?.calls ?? 0;
    };
    // The connection still counts what earlier transactions called.
    const before = await calls();
    await explained(client, await statementOf(work), 'generic');
    return (await calls()) - before;
  });

async function asApplication<T>(
  database: Database,
  workspaceId: string,
  look: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local track_functions = 'all'");
    await client.query('set local role chancery_app');
    await client.query("select set_config('app.workspace', $1, true)", [workspaceId]);
    return await look(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
