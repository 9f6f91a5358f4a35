import type { PoolClient } from 'pg';
import type { Database } from '../kernel/data-source.ts';

const watched = new WeakSet<PoolClient>();
let recorded: Statement[] | null = null;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The statements that this work sends to the database, in order: what an answer costs, without a clock. Nothing else may
 * use the database meanwhile.
 */
export const statementsOf = async (database: Database, work: () => Promise<unknown>): Promise<string[]> =>
  (await sentBy(database, work)).map(({ text }) => text);

/** The same with the values that each statement was sent with. */
export async function sentBy(
  database: Database,
  work: () => Promise<unknown>,
): Promise<readonly Statement[]> {
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    Object.assign(client, {
      query: (...asked: unknown[]) => {
        recorded?.push(statementOf(asked));
        return query(...asked);
      },
    });
  };
  const statements: Statement[] = [];
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

/** A statement is sent as its text and its values, or as one object with both. */
function statementOf([first, second]: readonly unknown[]): Statement {
  const { text = '', values } = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
  return { text, values: values ?? (Array.isArray(second) ? second : []) };
}
