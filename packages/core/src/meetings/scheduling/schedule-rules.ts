import { type FailureDetail, requestInvalid } from '../../kernel/errors.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, millisecondsOf, plusMinutes } from '../../kernel/time.ts';

/** Throws `request.invalid` unless a meeting can begin at that instant (MTG-3) in that zone (MTG-2). */
export function checkSchedule(
  startsAt: Instant,
  timeZone: string,
  now: Instant,
  timeZones: TimeZoneRules,
): void {
  refuse([startFault(startsAt, now), zoneFault(timeZone, timeZones)]);
}

/** The same check for a session that moves within the zone of its meeting. */
export const checkStart = (startsAt: Instant, now: Instant, path = '/startsAt'): void =>
  refuse([startFault(startsAt, now, path)]);

/** Whether a meeting could begin at that instant, for times that nobody is there to correct. */
export const canStartAt = (startsAt: Instant, now: Instant): boolean => startFault(startsAt, now) === null;

/** Throws `request.invalid` unless the product's tz data knows the zone (MTG-2). */
export const checkZone = (timeZone: string, timeZones: TimeZoneRules): void =>
  refuse([zoneFault(timeZone, timeZones)]);

function refuse(faults: readonly (FailureDetail | null)[]): void {
  const details = faults.filter((fault) => fault !== null);
  if (details.length > 0) throw requestInvalid({ details });
}

function startFault(startsAt: Instant, now: Instant, path = '/scheduledStartAt'): FailureDetail | null {
  const fault = (code: string, message: string) => ({ path, code, message });
  if (millisecondsOf(startsAt) % 60_000 !== 0)
    return fault('schedule.not_whole_minute', 'Give a start without seconds.');
  if (startsAt < plusMinutes(now, -5))
    return fault('schedule.in_past', 'Give a start that is not in the past.');
  if (startsAt > fiveYearsAfter(now))
    return fault('schedule.too_far', 'Give a start within the next five years.');
  return null;
}

function zoneFault(timeZone: string, timeZones: TimeZoneRules): FailureDetail | null {
  const known = (timeZone === 'UTC' || timeZone.includes('/')) && timeZones.has(timeZone);
  if (known) return null;
  return {
    path: '/timeZone',
    code: 'time_zone.unknown',
    message: 'Give an IANA time zone name, such as Europe/Berlin.',
  };
}

/** Instants sort as text, so 29 February of a common year still sorts between its neighbours. */
const fiveYearsAfter = (now: Instant): Instant => `${Number(now.slice(0, 4)) + 5}${now.slice(4)}`;
