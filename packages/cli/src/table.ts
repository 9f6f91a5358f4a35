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

/** A text is cut to no less than this. */
const narrowest = 13;
const gap = 2;

/** Cut ids and addresses are of no use, and a cut time or number says something else. */
const isWhole = (name: string, cells: readonly string[]): boolean =>
  isId(name) ||
  cells.some((cell) => /^https?:\/\//.test(cell)) ||
  cells.every((cell) => numberOrTime.test(cell));
const numberOrTime =
  /^([-\d.:]*|\d{4}-\d\d-\d\d \d\d:\d\d|\w{3} \d{4}-\d\d-\d\d|just now|in \d+ \w+|\d+ \w+ ago)$/;
const isId = (name: string): boolean => /(^id|Id|Prefix)$/.test(name);

interface Column {
  readonly name: string;
  readonly head: string;
  readonly cells: readonly string[];
  readonly width: number;
  /** The least width that still says something. */
  readonly least: number;
}

/**
 * Rows as an aligned table. With a finite width, columns are left out from the end, ids last, until each of the others
 * can be read; then long texts are cut. `columns` names them in order; without it, those of the rows that hold anything.
 */
export function renderTable(
  rows: readonly Readonly<Record<string, unknown>>[],
  width: number,
  style: Style,
  columns?: readonly string[],
): Table {
  const found = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const all = (columns ?? found)
    .map((name) => columnOf(name, rows))
    .filter(({ cells }) => columns !== undefined || cells.some(Boolean));
  const shown = fitting(all, width);
  const widths = cutTo(shown, width);

  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, index) => {
      const text = truncated(cell, widths[index] ?? 0);
      return index === cells.length - 1
        ? text
        : text + ' '.repeat((widths[index] ?? 0) - widthOf(text) + gap);
    });
    return padded.join('').trimEnd();
  };
  const head = style('bold', line(shown.map((column) => column.head)));
  const body = rows.map((_, row) => line(shown.map(({ cells }) => cells[row] ?? '')));
  return {
    text: [head, ...body].join('\n'),
    hiddenColumns: all.filter((column) => !shown.includes(column)).map(({ name }) => name),
  };
}

function columnOf(name: string, rows: readonly Readonly<Record<string, unknown>>[]): Column {
  const cells = rows.map((row) => cellText(row[name]));
  const head = name.slice(name.lastIndexOf('.') + 1);
  const width = Math.max(widthOf(head), ...cells.map(widthOf));
  return { name, head, cells, width, least: isWhole(name, cells) ? width : Math.min(width, narrowest) };
}

const total = (widths: readonly number[]) => widths.reduce((sum, each) => sum + each + gap, -gap);

/** Those that have room at their least width; one is always shown. */
function fitting(columns: readonly Column[], width: number): readonly Column[] {
  const shown = [...columns];
  while (shown.length > 1 && total(shown.map(({ least }) => least)) > width) {
    const last = shown.findLastIndex(({ name }) => !isId(name));
    shown.splice(last < 0 ? shown.length - 1 : last, 1);
  }
  return shown;
}

/** The widest text gives way first. */
function cutTo(columns: readonly Column[], width: number): number[] {
  const widths = columns.map((column) => column.width);
  while (total(widths) > width) {
    const spare = columns.map(({ least }, index) =>
      (widths[index] ?? 0) > least ? (widths[index] ?? 0) : 0,
    );
    const widest = Math.max(...spare);
    if (widest === 0) break;
    widths[spare.indexOf(widest)] = widest - 1;
  }
  return widths;
}
