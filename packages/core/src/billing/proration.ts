import type { BillingInterval } from '../kernel/entitlements.ts';
import { plusMonths } from '../kernel/months.ts';
import { type Instant, millisecondsOf } from '../kernel/time.ts';
import type { InvoiceLine, ProcessorSubscription } from './billing-processor.ts';

/** Proration counts whole seconds of UTC, so neither the length of a month nor a change of clocks matters (BIL-7). */
export const wholeSecond = (instant: Instant): Instant => `${instant.slice(0, 19)}.000Z`;
const secondsFrom = (earlier: Instant, later: Instant): bigint =>
  BigInt(Math.floor(millisecondsOf(later) / 1000) - Math.floor(millisecondsOf(earlier) / 1000));

/** Computes unitAmount × quantity × secondsLeft / secondsOfPeriod, and rounds half a minor unit up. */
export function prorated(
  unitAmount: number,
  quantity: number,
  { from, at, to }: { readonly from: Instant; readonly at: Instant; readonly to: Instant },
): number {
  const whole = secondsFrom(from, to);
  const passed = secondsFrom(at, to);
  const left = passed < 0n ? 0n : passed > whole ? whole : passed;
  if (whole <= 0n) return 0;
  return Number((2n * BigInt(unitAmount) * BigInt(quantity) * left + whole) / (2n * whole));
}

export interface Priced {
  readonly name: string;
  readonly unitAmount: number;
  readonly quantity: number;
}

type BilledPeriod = Pick<ProcessorSubscription, 'currentPeriodStart' | 'currentPeriodEnd'>;

/** The credit for the rest of the period, and what the rest costs at the new price. */
export function prorationLines(
  { currentPeriodStart: from, currentPeriodEnd: to }: BilledPeriod,
  before: Priced,
  after: Priced,
  at: Instant,
): readonly InvoiceLine[] {
  return [
    creditLine({ currentPeriodStart: from, currentPeriodEnd: to }, before, at),
    line(after, prorated(after.unitAmount, after.quantity, { from, at, to }), at, to, true),
  ];
}

/** The credit for the rest of the period. */
export function creditLine(
  { currentPeriodStart: from, currentPeriodEnd: to }: BilledPeriod,
  before: Priced,
  at: Instant,
): InvoiceLine {
  return line(before, -prorated(before.unitAmount, before.quantity, { from, at, to }), at, to, true);
}

/** The line for a whole period. */
export const periodLine = (priced: Priced, from: Instant, to: Instant): InvoiceLine =>
  line(priced, priced.unitAmount * priced.quantity, from, to, false);

const line = (
  { name, unitAmount, quantity }: Priced,
  amount: number,
  periodStart: Instant,
  periodEnd: Instant,
  proration: boolean,
): InvoiceLine => ({
  description: amount < 0 ? `${name}, time not used` : name,
  quantity,
  unitAmount,
  // A negative zero would show as an amount.
  amount: amount === 0 ? 0 : amount,
  proration,
  periodStart,
  periodEnd,
});

export const totalOf = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** The end of the period that begins at `start`; periods are counted from the anchor. */
export function periodEndAfter(anchor: Instant, interval: BillingInterval | null, start: Instant): Instant {
  const months = interval === 'year' ? 12 : 1;
  for (let count = 1; ; count += 1) {
    const end = plusMonths(anchor, count * months);
    if (end > start) return end;
  }
}
