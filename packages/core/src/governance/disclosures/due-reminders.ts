import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';

interface At {
  readonly now: Instant;
  readonly timeZones: TimeZoneRules;
}

/** Those who decide are reminded a week before, the day before, and then every day. */
const daysBefore = [7, 1];
const timeOfDay = '08:00:00';

/** When the next reminder of what is due on a day goes out: the first one, and the one after each. */
export function nextReminder(dueOn: string, zone: string, { now, timeZones }: At): Instant {
  const planned = daysBefore
    .map((days) => atEight(daysLater(dueOn, -days), zone, timeZones))
    .find((at) => at > now);
  return planned ?? nextMorning(now, zone, timeZones);
}

function nextMorning(now: Instant, zone: string, timeZones: TimeZoneRules): Instant {
  const today = localDate(now, zone, timeZones);
  const at = atEight(today, zone, timeZones);
  return at > now ? at : atEight(daysLater(today, 1), zone, timeZones);
}

const atEight = (day: string, zone: string, timeZones: TimeZoneRules): Instant =>
  timeZones.resolve(`${day}T${timeOfDay}`, zone).instant;
