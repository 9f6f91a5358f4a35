import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { createHttpHost, loadConfiguration, openApplication, openLog } from '@chancery/server';
import type pg from 'pg';
import { callsTo, type MeetingPlace, type OwnersCalls } from './meeting-place.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Looked {
  readonly place: OwnersCalls;
  /** The statements that were sent to the database meanwhile, with the ends of transactions. */
  during(work: () => Promise<unknown>): Promise<{ readonly statements: Statement[]; readonly bytes: number }>;
  /** The plans of the reads among them, for these parameters and for any. */
  plansOf(name: string, statements: readonly Statement[]): Promise<string>;
  close(): Promise<void>;
}

/** Runs the same server again in this process, where its statements can be observed. */
export async function lookInto({ environment, token, workspaceId, database }: MeetingPlace): Promise<Looked> {
  if (database === null) throw new Error('Statements are looked at on PostgreSQL');
  const configuration = loadConfiguration({
    ...environment,
    CHANCERY_LISTEN: '127.0.0.1:0',
    CHANCERY_RATE_LIMIT_SCALE: '0',
    CHANCERY_LOG_LEVEL: 'warn',
  });
  const application = await openApplication(configuration, openLog('warn'));
  await application.prepare();
  const seen: Statement[] = [];
  application.database.pool.on('acquire', (client) => watch(client, seen));
  const host = createHttpHost(application);
  const port = await host.listen();
  host.open();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    place: callsTo(`http://127.0.0.1:${port}`, token, agent),
    async during(work) {
      seen.length = 0;
      await work();
      // The end of a read comes after its answer.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const statements = [...seen];
      return { statements, bytes: Buffer.byteLength(JSON.stringify(statements.map(({ values }) => values))) };
    },
    plansOf: (name, statements) => plansOf(database.client, workspaceId, name, statements),
    async close() {
      agent.destroy();
      await host.close().closed;
      await application.close();
    },
  };
}

function watch(client: pg.PoolClient, seen: Statement[]): void {
  if (Object.hasOwn(client, 'query')) return;
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  Object.assign(client, {
    query(...asked: unknown[]) {
      seen.push(...statementsOf(asked[0], asked[1]));
      return query(...asked);
    },
  });
}

/** A query is a text, a statement, or a batch of statements that leave together. */
function statementsOf(query: unknown, beside: unknown): readonly Statement[] {
  if (typeof query === 'string') return [{ text: query, values: Array.isArray(beside) ? beside : [] }];
  const { statements, text, values } = query as Statement & { readonly statements?: readonly Statement[] };
  return statements ?? [{ text, values: values ?? [] }];
}

async function plansOf(
  client: pg.Client,
  workspaceId: string,
  name: string,
  statements: readonly Statement[],
): Promise<string> {
  const parts = [`\n######## ${name}\n`];
  for (const { text, values } of statements) {
    if (
      !/^\s*(select|with)\b/i.test(text) ||
      /set_config|chancery_session|audit_append|pg_advisory/.test(text)
    )
      continue;
    parts.push(`\n==== ${text.trim()}\n`);
    for (const mode of ['force_custom_plan', 'force_generic_plan'])
      parts.push(`\n-- ${mode}\n${await explained(client, workspaceId, mode, { text, values })}\n`);
  }
  return parts.join('');
}

async function explained(
  client: pg.Client,
  workspaceId: string,
  mode: string,
  { text, values }: Statement,
): Promise<string> {
  const prepared = `looked_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
  try {
    await client.query(
      `begin; set local role chancery_app; set local jit = off; set local max_parallel_workers_per_gather = 0; set local plan_cache_mode = ${mode}`,
    );
    await client.query("select set_config('app.workspace', $1, true)", [workspaceId]);
    await client.query(`prepare ${prepared} as ${text}`);
    const parameters =
      values.length === 0 ? '' : `(${values.map((value) => literal(client, value)).join(', ')})`;
    const { rows } = await client.query(`explain (analyze, buffers) execute ${prepared}${parameters}`);
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  } catch (error) {
    return String(error);
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value))
    return client.escapeLiteral(
      `{${value.map((item) => (item === null ? 'null' : `"${String(item).replaceAll(/(["\\])/g, '\\$1')}"`)).join(',')}}`,
    );
  return client.escapeLiteral(String(value));
}
