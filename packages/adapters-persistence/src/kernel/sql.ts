import { createHash } from 'node:crypto';
import { StatementAfterCommit } from '@chancery/core';
import type { FieldDef, PoolClient, QueryConfig, QueryResult } from 'pg';

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
  /** In the order of the columns. */
  readonly texts: readonly (string | null)[];
  read(): R;
}

const asWritten = (text: string) => text;
// To pg these are the parsers of columns, and the types of parameters too, of which none is said.
const unreadTypes = Object.assign([], { getTypeParser: () => asWritten });

const names = new Map<string, string>();

/** A statement's name is the digest of its text, so that each is parsed once per connection. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

/** The part of a socket that can hold writes back. */
interface Corkable {
  cork?(): void;
  uncork?(): void;
}
const gathering = new WeakSet<Corkable>();

/**
 * Everything that is sent before the current turn of the event loop ends leaves as one packet: writing to the socket costs
 * more processor time than everything else that a statement needs in this process. PGlite has no socket.
 */
export function gather(client: PoolClient): void {
  // pg keeps its socket here; its type does not say so.
  const { stream } = client.connection as unknown as { readonly stream: Corkable };
  if (stream.cork === undefined || gathering.has(stream)) return;
  gathering.add(stream);
  stream.cork();
  process.nextTick(() => {
    gathering.delete(stream);
    stream.uncork?.();
  });
}

/**
 * Runs one statement by pg's callback. Its promise would keep the rows of each answer alive past their use, which cost a
 * list of 250 rows a sixth of its processor time in garbage collection.
 */
export const asked = (client: PoolClient, statement: QueryConfig): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    void client.query(statement, (error: Error | null, result: QueryResult) =>
      error === null || error === undefined ? resolve(result) : reject(error),
    );
  });

/** `isOver` is checked before each statement, because one that comes after the commit would run outside of the transaction. */
export function sqlOn(client: PoolClient, isOver: () => boolean = () => false): Sql {
  const run = (text: string, values: readonly unknown[] = [], form: object = {}) => {
    if (isOver()) return Promise.reject(new StatementAfterCommit());
    gather(client);
    return asked(client, { name: nameOf(text), text, values: [...values], ...form });
  };
  const sql = async (text: string, values?: readonly unknown[]) => (await run(text, values)).rows;
  const changed = async (text: string, values?: readonly unknown[]) =>
    (await run(text, values)).rowCount ?? 0;
  return Object.assign(sql as Sql, {
    first: async <R>(text: string, values?: readonly unknown[]) =>
      ((await sql(text, values))[0] as R | undefined) ?? null,
    column: async <V>(text: string, values?: readonly unknown[]) =>
      (await sql(text, values)).map((row) => Object.values(row)[0] as V),
    changed,
    async unread<R>(text: string, values?: readonly unknown[]): Promise<UnreadRow<R> | null> {
      const { rows, fields } = await run(text, values, { rowMode: 'array', types: unreadTypes });
      const texts = rows[0] as (string | null)[] | undefined; // what the mode and the types above make of a row
      return texts === undefined ? null : { texts, read: () => readAs<R>(client, fields, texts) };
    },
    did: async (text: string, values?: readonly unknown[]) => (await changed(text, values)) === 1,
  });
}

/** Reads the columns as the connection reads those of every other statement. */
function readAs<R>(client: PoolClient, fields: readonly FieldDef[], texts: readonly (string | null)[]): R {
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }, index) => {
      const text = texts[index] ?? null;
      return [name, text === null ? null : client.getTypeParser(dataTypeID, 'text')(text)];
    }),
  ) as R;
}
