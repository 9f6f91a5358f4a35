import type { PlainDate } from '../../../kernel/time.ts';
import type { TextRange } from './ranges.ts';
import type { ReadLine } from './read-text.ts';

export const datePrecisions = ['day', 'month'] as const;
export type DatePrecision = (typeof datePrecisions)[number];

/** A date as it stands in a line, before it is known which of its readings counts. */
export interface WrittenDate extends TextRange {
  readonly precision: DatePrecision;
  readonly hasShortYear: boolean;
  /** What it reads as with the day first, and with the month first; the same twice where the form leaves no choice. */
  readonly readings: { readonly dmy: PlainDate | null; readonly mdy: PlainDate | null };
  /** Whether day and month could be either way round in this form. */
  readonly isEitherWay: boolean;
}

const [earliestYear, latestYear] = [1900, 2199];

/** The date if the calendar has it. */
function realDate(year: string, month: string, day: string): PlainDate | null {
  const whole = year.length === 2 ? `20${year}` : year;
  if (Number(whole) < earliestYear || Number(whole) > latestYear) return null;
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : null;
}

/** The last day of a month. */
function endOfMonth(year: string, month: string): PlainDate | null {
  const first = realDate(year, month, '1');
  if (first === null) return null;
  const end = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0));
  return end.toISOString().slice(0, 10);
}

interface Form {
  /** Its three groups are the parts of the date in the order in which they are written. */
  readonly pattern: RegExp;
  readonly order: 'ymd' | 'dmy' | 'either' | 'my';
}

/** The forms of numbers that are dates. What they must not stand next to keeps parts of longer numbers out. */
const forms: readonly Form[] = [
  { pattern: /(?<![\p{L}\p{N}-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\p{L}\p{N}]|-\d)/gu, order: 'ymd' },
  { pattern: /(?<![\p{L}\p{N}/])(\d{4})\/(\d{1,2})\/(\d{1,2})(?![\p{L}\p{N}]|\/\d)/gu, order: 'ymd' },
  {
    pattern: /(?<![\p{L}\p{N}.])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?![\p{L}\p{N}]|\.\d)/gu,
    order: 'dmy',
  },
  {
    pattern: /(?<![\p{L}\p{N}/])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\p{L}\p{N}]|\/\d)/gu,
    order: 'either',
  },
  { pattern: /(?<![\p{L}\p{N}-])(\d{1,2})-(\d{1,2})-(\d{4})(?![\p{L}\p{N}]|-\d)/gu, order: 'either' },
  { pattern: /(?<![\p{L}\p{N}/.-])(\d{1,2})\/(\d{4}|\d{2})(?![\p{L}\p{N}/.-])/gu, order: 'my' },
];

function readingsOf(order: Form['order'], [first = '', second = '', third = '']: readonly string[]) {
  if (order === 'ymd') return both(realDate(first, second, third));
  if (order === 'dmy') return both(realDate(third, second, first));
  if (order === 'my') return both(endOfMonth(second, first));
  return { dmy: realDate(third, second, first), mdy: realDate(third, first, second) };
}

const both = (date: PlainDate | null) => ({ dmy: date, mdy: date });

function numericDates(text: string): readonly WrittenDate[] {
  return forms.flatMap(({ pattern, order }) =>
    [...text.matchAll(pattern)].map((match) => {
      const parts = match.slice(1);
      return {
        start: match.index,
        end: match.index + match[0].length,
        precision: order === 'my' ? ('month' as const) : ('day' as const),
        hasShortYear: order !== 'ymd' && parts.at(-1)?.length === 2,
        readings: readingsOf(order, parts),
        isEitherWay: order === 'either',
      };
    }),
  );
}

const inYears = (date: PlainDate): boolean =>
  date >= `${earliestYear}-01-01` && date <= `${latestYear}-12-31`;

/** The dates of a line from left to right: of those that overlap the one that starts first, then the longer. */
export function datesIn({ text, namedDates }: Pick<ReadLine, 'text' | 'namedDates'>): readonly WrittenDate[] {
  const named = namedDates.map(({ start, end, date }) => ({
    start,
    end,
    precision: 'day' as const,
    hasShortYear: false,
    readings: both(inYears(date) ? date : null),
    isEitherWay: false,
  }));
  const real = [...numericDates(text), ...named].filter(
    ({ readings }) => readings.dmy !== null || readings.mdy !== null,
  );
  real.sort((one, other) => one.start - other.start || other.end - one.end);
  const dates: WrittenDate[] = [];
  for (const date of real) if (date.start >= (dates.at(-1)?.end ?? 0)) dates.push(date);
  return dates;
}
