import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Texts } from './answered-columns.ts';
import { type Answer, Batch } from './batch.ts';

/** Returns rows as the driver gives them; the repository names the columns that it selected. */
export type Row = Record<string, unknown>;

/** One connection inside a transaction. Statements are sent at once and answered in order (`pipeline`). */
export interface Sql {
  <R extends object = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** The first row, or null. */
  first<R extends object>(text: string, values?: readonly unknown[]): Promise<R | null>;
  /** The single selected column of each row. */
  column<V = string>(text: string, values?: readonly unknown[]): Promise<V[]>;
  /** How many rows the statement changed. */
  changed(text: string, values?: readonly unknown[]): Promise<number>;
  /** The first row as the database wrote it, or null. */
  unread<R extends object>(text: string, values?: readonly unknown[]): Promise<UnreadRow<R> | null>;
  /** Whether it changed its one row: if several try at once, this is true for one of them. */
  did(text: string, values?: readonly unknown[]): Promise<boolean>;
}

/** One row whose columns nobody has read yet. */
export interface UnreadRow<R> {
  readonly texts: Texts;
  read(): R;
}

const names = new Map<string, string>();

/** A statement's name is the digest of its text, so that each is parsed once per connection. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

const pooledByTransaction = new WeakSet<PoolClient>();

/** Notes that a pooler lends this connection for one transaction at a time: what is prepared on it may be gone with the next. */
export const notePooledByTransaction = (client: PoolClient) => void pooledByTransaction.add(client);
export const isPooledByTransaction = (client: PoolClient) => pooledByTransaction.has(client);

/** What is sent on each connection before the current turn of the event loop ends. */
const gathering = new WeakMap<PoolClient, Batch>();

/** Sends one statement together with all others of this turn; they are answered in order. */
export function asked(client: PoolClient, text: string, values: readonly unknown[] = []): Promise<Answer> {
  let batch = gathering.get(client);
  if (batch === undefined) {
    const begun = new Batch(client, { prepares: !isPooledByTransaction(client) });
    batch = begun;
    gathering.set(client, begun);
    process.nextTick(() => {
      gathering.delete(client);
      client.query(begun);
    });
  }
  return batch.add({ name: nameOf(text), text, values });
}

/** The statements on a connection, each of which goes through `run`. */
export function sqlOn(
  client: PoolClient,
  run: (text: string, values?: readonly unknown[]) => Promise<Answer> = (text, values) =>
    asked(client, text, values),
): Sql {
  const sql = async <R>(text: string, values?: readonly unknown[]) => {
    const { rows, columns } = await run(text, values);
    return rows.map((texts) => columns.read(texts) as R); // the repository names the columns that it selected
  };
  const changed = async (text: string, values?: readonly unknown[]) => (await run(text, values)).count;
  return Object.assign(sql as Sql, {
    first: async <R>(text: string, values?: readonly unknown[]) => (await sql<R>(text, values))[0] ?? null,
    column: async <V>(text: string, values?: readonly unknown[]) =>
      (await sql<Row>(text, values)).map((row) => Object.values(row)[0] as V),
    changed,
    async unread<R>(text: string, values?: readonly unknown[]): Promise<UnreadRow<R> | null> {
      const { rows, columns } = await run(text, values);
      const [texts] = rows;
      return texts === undefined ? null : { texts, read: () => columns.read(texts) as R };
    },
    did: async (text: string, values?: readonly unknown[]) => (await changed(text, values)) === 1,
  });
}
