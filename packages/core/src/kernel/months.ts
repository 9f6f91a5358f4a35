import { type Instant, instantOf, millisecondsOf } from './time.ts';

/** The instant some months later in UTC; a day that the month lacks becomes its last. No zone has a say (PLT-16). */
export function plusMonths(instant: Instant, months: number): Instant {
  const at = new Date(millisecondsOf(instant));
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(at.getUTCDate(), lastDay));
  return instantOf(midnight + (millisecondsOf(instant) % 86_400_000));
}
