import ICAL from 'ical.js';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, instantOf, millisecondsOf } from '../../kernel/time.ts';
import type { CalendarComponent, CalendarProperty } from './calendar-writer.ts';
import type { OffsetChange, YearlyChange } from './yearly-pair.ts';
import { type CalendarWindow, zoneChanges } from './zone-form.ts';

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

const paired = (pair: readonly YearlyChange[]): CalendarComponent[] =>
  pair.map(({ change, onset, month, weekday }) =>
    observance(
      kindOf(change),
      onset,
      [change.offsetBefore, change.offsetAfter],
      [['rrule', {}, 'recur', { freq: 'YEARLY', bymonth: month, byday: weekday }]],
    ),
  );

/** Whether a reader of the component computes each instant as the rules do (MTG-72). */
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
 * The first and the last instant of each month. No observance that we write is shorter than a month, so a wrong one shows
 * at one of them.
 */
function telling(instants: readonly Instant[]): readonly Instant[] {
  const inOrder = [...instants].sort();
  const monthOf = (instant: Instant | undefined) => instant?.slice(0, 7);
  return inOrder.filter(
    (instant, index) =>
      monthOf(inOrder[index - 1]) !== monthOf(instant) || monthOf(inOrder[index + 1]) !== monthOf(instant),
  );
}

/**
 * The VTIMEZONE of a zone for the window (meetings 7.3): one yearly pair of changes if that describes the zone, since
 * Outlook knows no other form, else each change by itself. It is read back at `instants`, which lie in no repeated hour;
 * null if no form gives the offsets of the rules there.
 */
export function timeZoneComponent(
  timeZone: string,
  window: CalendarWindow,
  instants: readonly Instant[],
  rules: TimeZoneRules,
): CalendarComponent | null {
  const { changes, pair } = zoneChanges(timeZone, window, rules);
  const forms = [pair && paired(pair), listed(rules.offsetAt(window.from, timeZone), changes)]
    .filter((observances) => observances !== null)
    .map((observances): CalendarComponent => ['vtimezone', [['tzid', {}, 'text', timeZone]], observances]);
  const asked = telling(instants);
  return forms.find((form) => agrees(form, timeZone, asked, rules)) ?? null;
}
