import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, millisecondsOf, plusDays } from '../../kernel/time.ts';
import { readRule } from '../recurrence/rule.ts';
import { expandSeries, untilInstant } from '../recurrence/series.ts';
import { type CalendarComponent, type CalendarProperty, writeCalendar } from './calendar-writer.ts';
import {
  type CalendarEvent,
  type CalendarMeeting,
  eventComponent,
  isZoned,
  text,
} from './event-component.ts';
import { timeZoneComponent } from './time-zone-component.ts';
import { endlessDays, isPlain } from './zoned-times.ts';

export interface MeetingCalendarInput extends CalendarMeeting {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly rules: TimeZoneRules;
}

interface NamedInstant {
  readonly at: Instant;
  /** Whether its wall time leads back to this instant only. */
  readonly isPlain: boolean;
}

/** The instants that an event stands for. */
function instantsOf(event: CalendarEvent, timeZone: string, rules: TimeZoneRules): readonly NamedInstant[] {
  const { recurrenceId, series, startsAt, endsAt } = event;
  const asNamed = (at: Instant): NamedInstant => ({ at, isPlain: isPlain(at, timeZone, rules) });
  if (recurrenceId !== null)
    return [startsAt, endsAt, rules.resolve(recurrenceId, timeZone).instant].map(asNamed);
  if (series === null) return [startsAt, endsAt].map(asNamed);
  const durationMinutes = Math.round((millisecondsOf(endsAt) - millisecondsOf(startsAt)) / 60_000);
  const { count, until } = readRule(series.rrule);
  const isEndless = count === null && until === null;
  const slots = expandSeries(
    series,
    { ...series, timeZone, durationMinutes },
    rules,
    isEndless ? { until: plusDays(startsAt, endlessDays) } : {},
  );
  // A reader compares the first start after the end with UNTIL, so UNTIL must be readable too.
  return [
    // A start that was resolved without adjustment leads back to itself.
    ...slots.map(({ startsAt: at, adjustment }) => ({ at, isPlain: adjustment === null })),
    ...(until === null ? [] : [asNamed(untilInstant(until))]),
  ];
}

/** The definition of each zone that the meetings name, for the time in which they use it. */
function zonesOf(meetings: readonly CalendarMeeting[], rules: TimeZoneRules): readonly CalendarComponent[] {
  const instants = new Map<string, NamedInstant[]>();
  for (const { timeZone, events } of meetings) {
    if (timeZone === 'UTC') continue;
    const named = events.filter((event) => event.recurrenceId !== null || isZoned(event, timeZone, rules));
    const found = named.flatMap((event) => instantsOf(event, timeZone, rules));
    if (found.length > 0) instants.set(timeZone, [...(instants.get(timeZone) ?? []), ...found]);
  }
  return [...instants].map(([timeZone, all]) => {
    const ats = all.map(({ at }) => at);
    const [from = '', to = from] = [ats.reduce(earlier), ats.reduce(later)];
    const plain = all.flatMap((named) => (named.isPlain ? [named.at] : []));
    const component = timeZoneComponent(timeZone, { from, to }, plain, rules);
    if (component === null) throw new Error(`No definition of ${timeZone} reads back as its rules`);
    return component;
  });
}

const earlier = (left: Instant, right: Instant) => (left <= right ? left : right);
const later = (left: Instant, right: Instant) => (left >= right ? left : right);

/** A calendar with the definition of every zone that it names. */
export const calendarFile = (
  properties: readonly CalendarProperty[],
  meetings: readonly CalendarMeeting[],
  rules: TimeZoneRules,
): string =>
  writeCalendar([
    'vcalendar',
    [
      text('prodid', '-//Chancery//Meetings 1//EN'),
      text('version', '2.0'),
      text('calscale', 'GREGORIAN'),
      ...properties,
    ],
    [
      ...zonesOf(meetings, rules),
      ...meetings.flatMap((meeting) => meeting.events.map((event) => eventComponent(meeting, event, rules))),
    ],
  ]);

/**
 * The calendar file of one meeting for one recipient (meetings 7.1). The mail and the link both contain it, and differ in
 * `dtstamp` alone.
 */
export const meetingCalendar = ({ method, rules, ...meeting }: MeetingCalendarInput): string =>
  calendarFile([text('method', method)], [meeting], rules);
