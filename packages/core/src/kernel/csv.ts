import { stringify } from 'csv-stringify/sync';

export type CsvRow = readonly string[];

/**
 * A table as RFC 4180 has it: CRLF, quoted where it must be. A cell that a spreadsheet would take for a formula begins
 * with an apostrophe, so that what a stranger typed is shown and not run.
 */
const asSpreadsheetsRead = {
  record_delimiter: '\r\n',
  // A break that is no delimiter of ours is one to spreadsheets.
  quoted_match: /[\r\n]/,
  escape_formulas: true,
} as const;

export const csvOf = (rows: readonly CsvRow[]): string => stringify([...rows], asSpreadsheetsRead);

/** The same table piece by piece, one for each batch of rows, so that a table of any size is never in memory as a whole. */
export async function* csvPieces(batches: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  for await (const rows of batches) if (rows.length > 0) yield csvOf(rows);
}
