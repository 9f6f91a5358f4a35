import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { type BulkConnection, columnsOf, form, nameOf } from './bulk-connection.ts';

/** So many blocks of 8 KiB are read at once: the embedded database gives and takes whole pieces only. */
const blocksAtOnce = 1024;
const bytesAtOnce = 8 * 1024 * 1024;

export async function bulkOfPglite(pool: pg.Pool, lite: PGlite): Promise<BulkConnection> {
  const client = await pool.connect();
  return {
    client,
    async *copyOut(table) {
      const { rows } = await client.query<{ blocks: number }>(
        "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int blocks",
        [nameOf(table)],
      );
      const blocks = rows[0]?.blocks ?? 0;
      for (let block = 0; block <= blocks; block += blocksAtOnce) {
        // The last piece has no end: rows may have moved behind the block that was the last one.
        const before = block + blocksAtOnce > blocks ? '' : ` and ctid < '(${block + blocksAtOnce},0)'`;
        const { blob } = await lite.query(
          `copy (select ${columnsOf(table)} from ${nameOf(table)} where ctid >= '(${block},0)'${before}) to '/dev/blob' ${form}`,
        );
        if (blob !== undefined && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
        await nextTurn();
      }
    },
    async copyIn(table, rows) {
      for await (const piece of piecesOfRows(rows)) {
        const blob = new Blob(piece as Uint8Array<ArrayBuffer>[]);
        await lite.query(`copy ${nameOf(table)} (${columnsOf(table)}) from '/dev/blob' ${form}`, [], {
          blob,
        });
        await nextTurn();
      }
    },
    async end() {
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
      client.release();
    },
  };
}

/** Pieces of whole lines. A line break within a value is written as two signs, so that every byte 10 ends a row. */
async function* piecesOfRows(rows: AsyncIterable<Uint8Array>): AsyncIterable<readonly Uint8Array[]> {
  let piece: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of rows) {
    size += bytes.byteLength;
    const end = bytes.lastIndexOf(10) + 1;
    if (size < bytesAtOnce || end === 0) {
      piece.push(bytes);
      continue;
    }
    yield [...piece, bytes.subarray(0, end)];
    piece = [bytes.subarray(end)];
    size = bytes.byteLength - end;
  }
  if (size > 0) yield piece;
}
