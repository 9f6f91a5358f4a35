import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { ServerHosts } from '../kernel/server-hosts.ts';

/** A table as `COPY` names it. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A connection of its own, on which no statement runs out of time. */
export interface BulkConnection {
  readonly client: Pick<pg.ClientBase, 'query'>;
  /** All rows that the current role sees, in PostgreSQL's text form: one line each. */
  copyOut(table: CopiedTable): AsyncIterable<Uint8Array>;
  /** Writes rows in that form. */
  copyIn(table: CopiedTable, rows: AsyncIterable<Uint8Array>): Promise<void>;
  /** Gives back the connection, and the locks that were taken on it. */
  end(): Promise<void>;
}

const quoted = (name: string) => pg.escapeIdentifier(name);
export const columnsOf = ({ columns }: CopiedTable) => columns.map(quoted).join(', ');
export const nameOf = ({ name }: Pick<CopiedTable, 'name'>) => `public.${quoted(name)}`;
export const form = "(format text, encoding 'UTF8')";

export async function bulkOfPostgres(url: string): Promise<BulkConnection> {
  const client = await new ServerHosts(url).connect({
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC -c jit=off',
  });
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
  );
  return {
    client,
    async *copyOut(table) {
      yield* client.query(
        copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout ${form}`),
      );
    },
    async copyIn(table, rows) {
      const stream = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin ${form}`));
      await pipeline(rows, stream);
    },
    end: () => client.end(),
  };
}
