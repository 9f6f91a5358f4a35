import ICAL from 'ical.js';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, instantOf, millisecondsOf, plusDays } from '../../kernel/time.ts';
import type { CalendarComponent, CalendarProperty } from './calendar-writer.ts';
import { type OffsetChange, yearlyPair } from './yearly-pair.ts';

/** The time that a file speaks of: from its first start to its last end. */
interface CalendarWindow {
  readonly from: Instant;
  readonly to: Instant;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
function utcOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

function observance(
  kind: 'standard' | 'daylight',
  onset: string,
  [before, after]: readonly [number, number],
  rule: CalendarProperty[] = [],
): CalendarComponent {
  return [
    kind,
    [
      ['dtstart', {}, 'date-time', onset],
      ['tzoffsetfrom', {}, 'utc-offset', utcOffset(before)],
      ['tzoffsetto', {}, 'utc-offset', utcOffset(after)],
      ...rule,
    ],
    [],
  ];
}

const kindOf = ({ offsetBefore, offsetAfter }: OffsetChange) =>
  offsetAfter > offsetBefore ? 'daylight' : 'standard';

/** One observance for the offset at the start, one for each change after it. */
function listed(offsetAtStart: number, changes: readonly OffsetChange[]): CalendarComponent[] {
  return [
    observance('standard', '1970-01-01T00:00:00', [offsetAtStart, offsetAtStart]),
    ...changes.map((change) => {
      const onset = instantOf(millisecondsOf(change.at) + change.offsetBefore * 60_000).slice(0, 19);
      return observance(kindOf(change), onset, [change.offsetBefore, change.offsetAfter]);
    }),
  ];
}

function paired(changes: readonly OffsetChange[], firstYear: number): CalendarComponent[] | null {
  const rules = yearlyPair(changes, firstYear);
  return (
    rules?.map(({ change, onset, month, weekday }) =>
      observance(
        kindOf(change),
        onset,
        [change.offsetBefore, change.offsetAfter],
        [['rrule', {}, 'recur', { freq: 'YEARLY', bymonth: month, byday: weekday }]],
      ),
    ) ?? null
  );
}

/** Whether a reader of the component finds each instant where the rules have it. */
function agrees(
  component: CalendarComponent,
  timeZone: string,
  instants: readonly Instant[],
  rules: TimeZoneRules,
): boolean {
  const zone = new ICAL.Timezone(new ICAL.Component([...component]));
  return instants.every((instant) => {
    const wall = ICAL.Time.fromDateTimeString(rules.wall(instant, timeZone));
    wall.zone = zone;
    return wall.toUnixTime() * 1000 === millisecondsOf(instant);
  });
}

/**
 * The VTIMEZONE of a zone for what is in force in the window (meetings 7.3): one yearly pair of changes where that is
 * true, since Outlook knows no other form, else each change by itself. At each of `instants` it was read back and
 * gives the offset of the rules; null where no form does.
 */
export function timeZoneComponent(
  timeZone: string,
  { from, to }: CalendarWindow,
  instants: readonly Instant[],
  rules: TimeZoneRules,
): CalendarComponent | null {
  const component = (observances: CalendarComponent[]): CalendarComponent => [
    'vtimezone',
    [['tzid', {}, 'text', timeZone]],
    observances,
  ];
  const changes = rules.transitions(timeZone, from, to);
  // A year is the least in which both halves of a pair show themselves.
  const year = rules.transitions(timeZone, from, plusDays(from, 366));
  const pair =
    changes.length === 0
      ? null
      : paired(
          changes.length > year.length ? changes : year,
          Number(rules.wall(from, timeZone).slice(0, 4)) - 1,
        );
  const forms = [pair, listed(rules.offsetAt(from, timeZone), changes)]
    .filter((observances) => observances !== null)
    .map(component);
  return forms.find((form) => agrees(form, timeZone, instants, rules)) ?? null;
}
