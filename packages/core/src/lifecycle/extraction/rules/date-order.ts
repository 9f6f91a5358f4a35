import type { PlainDate } from '../../../kernel/time.ts';
import type { WrittenDate } from './written-dates.ts';

export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A date that was read, and how sure its order makes it. */
export interface ChosenReading {
  readonly value: PlainDate;
  readonly ambiguous: boolean;
  readonly alternatives: readonly PlainDate[];
  readonly factor: number;
}

const settledByDocument = 0.9;
const settledByNothing = 0.6;

/** The order that the dates of a document leave no doubt about; null if they say nothing, or both. */
export function orderOf(dates: readonly WrittenDate[]): DateOrder | null {
  const only = (order: DateOrder, other: DateOrder) =>
    dates.some(
      ({ isEitherWay, readings }) => isEitherWay && readings[order] !== null && readings[other] === null,
    );
  const [isDayFirst, isMonthFirst] = [only('dmy', 'mdy'), only('mdy', 'dmy')];
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? 'dmy' : 'mdy';
}

/** The reading of a date that counts: what it alone can mean, what the document settles, or what the workspace prefers. */
export function chosenReading(
  { readings: { dmy, mdy } }: WrittenDate,
  ofDocument: DateOrder | null,
  preferred: DateOrder,
): ChosenReading | null {
  const only = dmy ?? mdy;
  if (only === null) return null;
  if (dmy === null || mdy === null || dmy === mdy)
    return { value: only, ambiguous: false, alternatives: [], factor: 1 };
  const [value, other] = (ofDocument ?? preferred) === 'dmy' ? [dmy, mdy] : [mdy, dmy];
  return ofDocument === null
    ? { value, ambiguous: true, alternatives: [other], factor: settledByNothing }
    : { value, ambiguous: false, alternatives: [], factor: settledByDocument };
}
