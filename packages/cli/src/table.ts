import { harmless, type Style } from './style.ts';

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
const combining = /\p{Mark}|\u200d|\ufe0f/u;

/** Columns that a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** Cuts to a width, the last column being `…`. */
export function truncated(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += widthOf(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** One cell: nothing for null, words for lists of words, JSON for the rest. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return harmless(value.join(', '));
  return harmless(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

export interface Table {
  readonly text: string;
  /** Columns left out because the terminal is too narrow. */
  readonly hiddenColumns: readonly string[];
}

const narrowest = 8;
const gap = 2;

/** Rows as an aligned table. With a finite width, long cells are cut first, then columns are left out from the end. */
export function renderTable(
  rows: readonly Readonly<Record<string, unknown>>[],
  width: number,
  style: Style,
): Table {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names
    .map((name) => ({ name, cells: rows.map((row) => cellText(row[name])) }))
    .filter(({ cells }) => cells.some(Boolean));
  const widths = columns.map(({ name, cells }) => Math.max(widthOf(name), ...cells.map(widthOf)));

  const shown = [...columns];
  const total = () => widths.slice(0, shown.length).reduce((sum, each) => sum + each + gap, -gap);
  while (total() > width) {
    const widest = Math.max(...widths.slice(0, shown.length));
    if (widest > narrowest) widths[widths.indexOf(widest)] = widest - 1;
    else if (shown.length > 1) shown.pop();
    else break;
  }

  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, index) => {
      const text = truncated(cell, widths[index] ?? 0);
      return index === cells.length - 1
        ? text
        : text + ' '.repeat((widths[index] ?? 0) - widthOf(text) + gap);
    });
    return padded.join('').trimEnd();
  };
  const head = style('bold', line(shown.map(({ name }) => name)));
  const body = rows.map((_, row) => line(shown.map(({ cells }) => cells[row] ?? '')));
  return {
    text: [head, ...body].join('\n'),
    hiddenColumns: columns.slice(shown.length).map(({ name }) => name),
  };
}
