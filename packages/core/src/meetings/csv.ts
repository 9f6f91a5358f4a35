/**
 * A table as RFC 4180 has it: CRLF, quoted where it must be. A cell that a spreadsheet would take for a formula begins
 * with an apostrophe, so that what a stranger typed is shown and not run.
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

const formula = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
