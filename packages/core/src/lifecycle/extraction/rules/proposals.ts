import type { PlainDate } from '../../../kernel/time.ts';
import type { Identifier } from '../../lifecycles/lifecycle.ts';
import { identifierKinds } from '../../types/document-type.ts';
import { labelledDates, type MarkedLine } from './date-labels.ts';
import { chosenReading, type DateOrder, orderOf } from './date-order.ts';
import { withoutZones, zoneInWords, zonesIn } from './found-zones.ts';
import { identifiersIn } from './identifiers.ts';
import { type DateKind, dateKinds } from './label-words.ts';
import { labelsIn } from './labels.ts';
import { sharing, type TextRange } from './ranges.ts';
import type { Box, ReadingMethod, ReadLine, ReadPage } from './read-text.ts';
import { type DatePrecision, datesIn } from './written-dates.ts';

/** What is looked for in a document; `text` is only read. */
export const extractionKinds = ['dates', 'identifiers', 'mrz', 'text'] as const;
export type ExtractionKind = (typeof extractionKinds)[number];

export const evidenceKinds = [...dateKinds, ...identifierKinds, 'mrz'] as const;
export type EvidenceKind = DateKind | Identifier['kind'] | 'mrz';

/** A value that a document seems to carry, and where it says so. */
export interface Proposal {
  readonly kind: EvidenceKind;
  readonly value: string;
  /** Null of what is no date. */
  readonly precision: DatePrecision | null;
  readonly page: number | null;
  /** From 1, from the top of the page. */
  readonly line: number;
  readonly boundingBox: Box | null;
  readonly quote: string;
  readonly method: ReadingMethod;
  readonly label: string | null;
  readonly ambiguous: boolean;
  readonly alternatives: readonly string[];
  readonly confidence: number;
}

export interface LookingFor {
  readonly kinds: readonly ExtractionKind[];
  readonly dateOrder: DateOrder;
  /** The day on which zones are read. */
  readonly asOf: PlainDate;
}

const longestQuote = 300;
const [shortYearFactor, monthFactor] = [0.8, 0.7];

/** Rounded half up to two decimals; what the multiplication of decimals leaves behind does not count. */
const rounded = (confidence: number): number => Math.floor(confidence * 100 + 0.5 + 1e-9) / 100;

/** All that is found in the text of a document, in the order of pages, lines, kinds and values. */
export function proposalsIn(pages: readonly ReadPage[], { kinds, dateOrder, asOf }: LookingFor): Proposal[] {
  const marked = pages.map((page) => ({ page, lines: withoutZones(page.lines).map(markedLine) }));
  const ofDocument = orderOf(marked.flatMap(({ lines }) => lines.flatMap(({ dates }) => dates)));
  const found = marked.flatMap(({ page, lines }) => [
    ...(kinds.includes('dates') ? dateProposals(page, lines, ofDocument, dateOrder) : []),
    ...(kinds.includes('identifiers') ? identifierProposals(page, lines) : []),
    ...(kinds.includes('mrz') ? zoneProposals(page, asOf) : []),
  ]);
  return inOrder(found);
}

const markedLine = (line: ReadLine): MarkedLine => ({
  line,
  labels: labelsIn(line.text),
  dates: datesIn(line),
});

function dateProposals(
  page: ReadPage,
  lines: readonly MarkedLine[],
  ofDocument: DateOrder | null,
  preferred: DateOrder,
): Proposal[] {
  return lines.flatMap((here, at) => {
    const labels = labelledDates(here, lines[at - 1] ?? null);
    return here.dates.flatMap((date, index) => {
      const [said, reading] = [labels[index], chosenReading(date, ofDocument, preferred)];
      if (said === undefined || reading === null) return [];
      const needs = date.precision === 'month' ? said.kind === 'expiration_date' : said.label !== null;
      if ((date.precision === 'month' || date.hasShortYear) && !needs) return [];
      const { kind, label, weight } = said;
      const { value, ambiguous, alternatives, factor } = reading;
      const certainty =
        weight *
        factor *
        (date.hasShortYear ? shortYearFactor : 1) *
        (date.precision === 'month' ? monthFactor : 1);
      const found = { kind, value, label, precision: date.precision, ambiguous, alternatives };
      return [proposal(page, at, here.line, date, certainty, found)];
    });
  });
}

function identifierProposals(page: ReadPage, lines: readonly MarkedLine[]): Proposal[] {
  return lines.flatMap((here, at) =>
    identifiersIn(here).map(({ kind, value, label, weight, ...range }) =>
      proposal(page, at, here.line, range, weight, { ...plain, kind, value, label }),
    ),
  );
}

const plain = { precision: null, ambiguous: false, alternatives: [] } as const;

function zoneProposals(page: ReadPage, asOf: PlainDate): Proposal[] {
  return zonesIn(page.lines, asOf).map((found) => {
    const lines = page.lines.slice(found.at, found.at + found.count);
    const words = lines.flatMap((line) => line.words);
    const value = zoneInWords(found);
    return {
      ...plain,
      kind: 'mrz',
      value,
      page: page.page,
      line: found.at + 1,
      boundingBox: around(words.map(({ box }) => box)),
      quote: value,
      method: page.method,
      label: null,
      confidence: rounded(found.weight * meanOf(words.map(({ confidence }) => confidence))),
    };
  });
}

function proposal(
  { page, method }: ReadPage,
  at: number,
  { text, words }: ReadLine,
  range: TextRange,
  certainty: number,
  found: Pick<Proposal, 'kind' | 'value' | 'label' | 'precision' | 'ambiguous' | 'alternatives'>,
): Proposal {
  const own = sharing(words, range);
  return {
    ...found,
    page,
    line: at + 1,
    boundingBox: around(own.map(({ box }) => box)),
    quote: quoted(text, range),
    method,
    confidence: rounded(certainty * meanOf(own.map(({ confidence }) => confidence))),
  };
}

/** The line; of a long one the part around what was found. */
function quoted(text: string, { start, end }: TextRange): string {
  const whole = text.trim();
  if (whole.length <= longestQuote) return whole;
  const spare = Math.max(0, longestQuote - (end - start));
  const from = Math.max(0, Math.min(start - Math.floor(spare / 2), text.length - longestQuote));
  // A character of two units may be cut in half.
  return text
    .slice(from, from + longestQuote)
    .replaceAll(/\p{Surrogate}/gu, ' ')
    .trim();
}

/** What was not recognized but read is sure. */
function meanOf(confidences: readonly (number | null)[]): number {
  const known = confidences.filter((confidence) => confidence !== null);
  return known.length === 0 ? 1 : known.reduce((sum, one) => sum + one, 0) / known.length;
}

/** The box around all of these; null around none. */
function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: placed(x), y: placed(y), width: placed(right - x), height: placed(bottom - y) };
}

/** A hundred thousandth of a page is less than anybody sees. */
const placed = (at: number): number => Math.round(at * 100_000) / 100_000;

/** The same value of the same kind counts once on a line: where it is surest. */
function inOrder(found: readonly Proposal[]): Proposal[] {
  const sorted = [...found].sort(
    (one, other) =>
      (one.page ?? 0) - (other.page ?? 0) ||
      one.line - other.line ||
      byCode(one.kind, other.kind) ||
      byCode(one.value, other.value) ||
      other.confidence - one.confidence,
  );
  return sorted.filter((one, at) => {
    const before = sorted[at - 1];
    return (
      before === undefined ||
      before.page !== one.page ||
      before.line !== one.line ||
      before.kind !== one.kind ||
      before.value !== one.value
    );
  });
}

const byCode = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
