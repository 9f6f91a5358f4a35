import { type LifecycleStatus, lifecycleStatuses } from '../../documents/index.ts';
import { daysLater, localDate, startOfDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';

export { type LifecycleStatus, lifecycleStatuses };

/** How many days before the date a document expires soon if no notice says otherwise. */
const usualWindowDays = 30;

export const windowDaysOf = (noticeDaysBefore: readonly number[]): number =>
  Math.max(0, ...noticeDaysBefore) || usualWindowDays;

/** What the status of a document is read off. */
export interface StandingFacts {
  readonly isDisposed: boolean;
  readonly isSuperseded: boolean;
  /** It has a type, a policy, a date, an owner of its own, or was said never to expire. */
  readonly isTracked: boolean;
  readonly noExpiration: boolean;
  /** The policy says that such documents never expire. */
  readonly neverExpires: boolean;
  readonly isConfirmed: boolean;
  readonly requireConfirmation: boolean;
  readonly expiresOn: PlainDate | null;
  readonly graceEndsOn: PlainDate | null;
  readonly windowDays: number;
  readonly timeZone: string;
}

/** What the document is while no day of it comes near. */
export function restingStatus(facts: StandingFacts): LifecycleStatus {
  if (facts.isDisposed) return 'disposed';
  if (facts.isSuperseded) return 'superseded';
  if (!facts.isTracked) return 'untracked';
  if (facts.noExpiration || (facts.neverExpires && facts.expiresOn === null)) return 'no_expiration';
  if (facts.expiresOn === null) return 'needs_date';
  return !facts.isConfirmed && facts.requireConfirmation ? 'needs_confirmation' : 'current';
}

/** The status by the table: the first of its conditions that is met. */
export function statusOn(facts: StandingFacts, now: Instant, zones: TimeZoneRules): LifecycleStatus {
  const resting = restingStatus(facts);
  const { expiresOn, graceEndsOn, windowDays, timeZone } = facts;
  if (expiresOn === null || graceEndsOn === null) return resting;
  if (resting !== 'current' && resting !== 'needs_confirmation') return resting;
  const today = localDate(now, timeZone, zones);
  if (today > graceEndsOn) return 'expired';
  if (today > expiresOn) return 'in_grace';
  if (today >= daysLater(expiresOn, -windowDays)) return 'expiring_soon';
  return resting;
}

/** The instants at which the status changes by itself, so that a database finds it without a calendar (LIF-3). */
export interface Boundaries {
  readonly soonAt: Instant;
  readonly endsAt: Instant;
  readonly graceEndsAt: Instant;
}

export function boundariesOf(
  {
    expiresOn,
    graceEndsOn,
    windowDays,
    timeZone,
  }: Pick<StandingFacts, 'expiresOn' | 'graceEndsOn' | 'windowDays' | 'timeZone'>,
  zones: TimeZoneRules,
): Boundaries | null {
  if (expiresOn === null || graceEndsOn === null) return null;
  const startOf = (date: PlainDate) => startOfDate(date, timeZone, zones);
  return {
    soonAt: startOf(daysLater(expiresOn, -windowDays)),
    endsAt: startOf(daysLater(expiresOn, 1)),
    graceEndsAt: startOf(daysLater(graceEndsOn, 1)),
  };
}
