import type { PoolClient } from 'pg';
import { Batch } from '../kernel/batch.ts';
import type { Database } from '../kernel/data-source.ts';

const watched = new WeakSet<PoolClient>();
let recorded: (readonly Statement[])[] | null = null;

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
export const sentBy = async (
  database: Database,
  work: () => Promise<unknown>,
): Promise<readonly Statement[]> => (await packetsOf(database, work)).flat();

/** The same by packets: each is a round trip. A commit alone is not waited for by who reads. */
export async function packetsOf(
  database: Database,
  work: () => Promise<unknown>,
): Promise<readonly (readonly Statement[])[]> {
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    Object.assign(client, {
      query: (...asked: unknown[]) => {
        recorded?.push(statementsIn(asked));
        return query(...asked);
      },
    });
  };
  const packets: (readonly Statement[])[] = [];
  database.pool.on('acquire', watch);
  recorded = packets;
  try {
    await work();
  } finally {
    recorded = null;
    database.pool.off('acquire', watch);
  }
  return packets;
}

/** The round trips of a call that its process has answered before: a commit that nobody waits for is none. */
export async function roundTripsOf(
  database: Database,
  ask: () => Promise<unknown>,
): Promise<{ readonly roundTrips: number; readonly statements: number }> {
  for (let earlier = 0; earlier < 2; earlier += 1) await ask();
  const packets = (await packetsOf(database, ask)).map((packet) => packet.map(({ text }) => text));
  const waited = packets.filter((texts) => texts.some((text) => text !== 'commit'));
  return { roundTrips: waited.length, statements: waited.flat().length };
}

/** A batch is sent as one query with many statements; others as their text and their values, or as one object with both. */
function statementsIn([first, second]: readonly unknown[]): readonly Statement[] {
  if (first instanceof Batch) return first.statements;
  const { text = '', values } = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
  return [{ text, values: values ?? (Array.isArray(second) ? second : []) }];
}
