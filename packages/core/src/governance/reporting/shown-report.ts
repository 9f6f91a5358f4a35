import type { Cell } from './ports.ts';

/** Fewer labelled cases than this are not told from one another. */
const fewest = 5;

/** What is noted while cells are shown. */
export interface Suppressing {
  /** How many were left empty, because they would say something of few labelled cases. */
  suppressed: number;
  /** Whether labelled cases that the caller does not see are in any of them. */
  countsLabelled: boolean;
}

/** The number of a cell, unless one to four cases that the caller does not see are in it. */
export function shownCell<T>({ value, labelledCases }: Cell<T>, suppressing: Suppressing): T | null {
  if (labelledCases === 0) return value;
  suppressing.countsLabelled = true;
  if (labelledCases >= fewest) return value;
  suppressing.suppressed += 1;
  return null;
}

/** The same for all cells of a part of a report. */
export const shownCells = <N extends string>(
  cells: { readonly [K in N]: Cell },
  suppressing: Suppressing,
): { readonly [K in N]: number | null } =>
  Object.fromEntries(
    Object.entries<Cell>(cells).map(([name, cell]) => [name, shownCell(cell, suppressing)]),
  ) as { readonly [K in N]: number | null };
