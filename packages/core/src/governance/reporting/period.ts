import { daysLater, localDate, startOfDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';

/** Days on the calendar of the workspace, the first and the last included. */
export interface ReportPeriod {
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly timeZone: string;
  /** The day of the workspace on which it is asked for. */
  readonly today: PlainDate;
  readonly startsAt: Instant;
  /** Not part of it any more. */
  readonly endsAt: Instant;
}

const [usualDays, mostDays] = [90, 366];

interface Asked {
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
}

/** The period that is asked for: by default the last ninety days, up to today. */
export function reportPeriod(
  asked: Asked,
  {
    now,
    timeZone,
    timeZones,
  }: { readonly now: Instant; readonly timeZone: string; readonly timeZones: TimeZoneRules },
): ReportPeriod {
  const today = localDate(now, timeZone, timeZones);
  const to = asked.to ?? (asked.from === undefined ? today : later(asked.from, today));
  const from = asked.from ?? daysLater(to, 1 - usualDays);
  if (to < from) throw invalidField('/to', 'field.out_of_range', 'Give a day that is not before from.');
  if (daysLater(from, mostDays - 1) < to)
    throw invalidField('/to', 'field.out_of_range', 'Ask for at most 366 days.');
  return {
    ...{ from, to, timeZone, today },
    startsAt: startOfDate(from, timeZone, timeZones),
    endsAt: startOfDate(daysLater(to, 1), timeZone, timeZones),
  };
}

const later = (one: PlainDate, other: PlainDate) => (one < other ? other : one);
