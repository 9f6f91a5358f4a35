import type { PoolClient } from 'pg';
import { Batch } from '../kernel/batch.ts';
import type { Database } from '../kernel/data-source.ts';

interface Asked {
  readonly text: string;
  readonly reject: (error: unknown) => void;
}

/** How many statements a process still sends before it is lost; null while no process is to be lost. */
let life: { left: number; isLost: boolean; readonly database: Database } | null = null;
const watched = new WeakSet<PoolClient>();

/**
 * Does the work in a process that is lost behind so many of its statements, of which many leave in one packet: nothing that
 * it sends after that reaches the database, not even a rollback. Whether it was lost, or had no more statements to send.
 * Nothing else may use the database meanwhile.
 */
export async function lostAfter(
  database: Database,
  statements: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    Object.assign(client, {
      query: (...asked: unknown[]) =>
        life !== null && asked[0] instanceof Batch ? sendLiving(asked[0], query) : query(...asked),
    });
  };
  const own = { left: statements, isLost: false, database };
  database.pool.on('acquire', watch);
  life = own;
  try {
    await work();
  } catch (error) {
    if (!own.isLost) throw error;
  } finally {
    life = null;
    database.pool.off('acquire', watch);
  }
  return own.isLost;
}

function sendLiving(batch: Batch, query: (...asked: unknown[]) => unknown): unknown {
  if (life === null) return query(batch);
  // What a batch holds is its own; here it is what has not left yet.
  const asked = batch.statements as unknown as Asked[];
  // The embedded database is lost with its process, and begins without what was not committed.
  const rollsBack = life.isLost && life.database.kind === 'pglite' && asked[0]?.text === 'rollback';
  if (rollsBack) return query(batch);
  if (life.isLost || asked.length > life.left) {
    const unsent = asked.splice(life.isLost ? 0 : life.left);
    life.isLost = true;
    for (const { reject } of unsent) reject(new Error('The process is lost.'));
    if (asked.length > 0) query(batch);
    return undefined;
  }
  life.left -= asked.length;
  return query(batch);
}
