import type { PoolClient } from 'pg';
import type { Database } from '../kernel/data-source.ts';

const watched = new WeakSet<PoolClient>();
let recorded: string[] | null = null;

/**
 * The statements that this work sends to the database, in order: what an answer costs, without a clock. Nothing else may
 * use the database meanwhile.
 */
export async function statementsOf(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    Object.assign(client, {
      query: (...asked: unknown[]) => {
        recorded?.push(textOf(asked[0]));
        return query(...asked);
      },
    });
  };
  const statements: string[] = [];
  database.pool.on('acquire', watch);
  recorded = statements;
  try {
    await work();
  } finally {
    recorded = null;
    database.pool.off('acquire', watch);
  }
  return statements;
}

/** A statement is sent as its text, or as an object with it. */
const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { readonly text?: unknown }).text);
