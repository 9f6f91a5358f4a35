import { type CsvRow, csvPieces } from '../kernel/csv.ts';

/** The most rows of a table that are in memory at once. */
const rowsAtOnce = 100;

/** A table that is written while it is sent: its head, then page after page until one is empty. */
export async function* csvPages<R>(
  head: CsvRow,
  pages: AsyncIterable<readonly R[]>,
  rowOf: (row: R) => CsvRow,
): AsyncIterable<string> {
  async function* batches() {
    yield [head];
    for await (const rows of pages) yield rows.map(rowOf);
  }
  yield* csvPieces(batches());
}

/** Page after page of what `read` gives after a row (null: from the beginning) and at most so many. */
export async function* pagesOf<R>(
  read: (after: R | null, limit: number) => Promise<readonly R[]>,
): AsyncIterable<readonly R[]> {
  let last: R | null = null;
  for (;;) {
    const rows: readonly R[] = (await read(last, rowsAtOnce)).slice(0, rowsAtOnce);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1) ?? null;
  }
}
