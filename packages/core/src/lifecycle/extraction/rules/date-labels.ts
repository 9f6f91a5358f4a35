import { type DateKind, isDateKind } from './label-words.ts';
import type { FoundLabel } from './labels.ts';
import { firstEndingBehind } from './ranges.ts';
import type { ReadLine } from './read-text.ts';
import type { WrittenDate } from './written-dates.ts';

/** A line with what stands in it. */
export interface MarkedLine {
  readonly line: ReadLine;
  readonly labels: readonly FoundLabel[];
  readonly dates: readonly WrittenDate[];
}

/** What a date is said to be, and how sure its label makes it. */
export interface Labelled {
  readonly kind: DateKind;
  readonly label: string | null;
  readonly weight: number;
}

const [besideWeight, aboveWeight, noWeight] = [0.95, 0.85, 0.4];
const farthest = 40;
const connectors: ReadonlySet<string> = new Set(
  'to until till through thru – — - bis au al a hasta tot até'.split(' '),
);
const unlabelled: Labelled = { kind: 'other_date', label: null, weight: noWeight };

const labelled = (found: FoundLabel | undefined, weight: number): Labelled | null =>
  found !== undefined && isDateKind(found.kind) ? { kind: found.kind, label: found.label, weight } : null;

/** What each date of a line is, from left to right. */
export function labelledDates(here: MarkedLine, above: MarkedLine | null): readonly Labelled[] {
  const found: Labelled[] = [];
  for (const [at, date] of here.dates.entries())
    found.push(
      beside(date, at, here) ??
        below(date, at, here, above) ??
        endOfRange(date, at, here, found) ??
        unlabelled,
    );
  return found;
}

/** The nearest label to its left, unless another date stands between them. */
function beside({ start }: WrittenDate, at: number, { labels, dates }: MarkedLine): Labelled | null {
  const nearest = labels[firstEndingBehind(labels, start) - 1];
  const before = dates[at - 1];
  if (nearest === undefined || start - nearest.end > farthest) return null;
  return before !== undefined && before.start >= nearest.end ? null : labelled(nearest, besideWeight);
}

/** The only label of the line above, at its end, for the first thing of a line. */
function below(
  { start }: WrittenDate,
  at: number,
  { labels }: MarkedLine,
  above: MarkedLine | null,
): Labelled | null {
  const isFirst = at === 0 && labels.every((label) => label.start > start);
  if (!isFirst || above === null || above.labels.length !== 1 || above.dates.length > 0) return null;
  const [only] = above.labels;
  const isAtEnd = only !== undefined && /^[\s\p{P}]*$/u.test(above.line.text.slice(only.end));
  return isAtEnd ? labelled(only, aboveWeight) : null;
}

/** The second date of a range expires what the first begins. */
function endOfRange(
  { start }: WrittenDate,
  at: number,
  { line, dates }: MarkedLine,
  found: readonly Labelled[],
): Labelled | null {
  const [before, first] = [dates[at - 1], found[at - 1]];
  if (before === undefined || first === undefined) return null;
  const isBeginning = first.kind === 'effective_date' || first.kind === 'issue_date';
  const between = line.text.slice(before.end, start).trim().toLowerCase();
  return isBeginning && connectors.has(between) ? { ...first, kind: 'expiration_date' } : null;
}
