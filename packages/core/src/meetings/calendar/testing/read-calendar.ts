import { execFileSync } from 'node:child_process';
import ICAL from 'ical.js';

/** A time that a reader finds in a file. */
export interface ReadTime {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly summary: string;
}

/** The content lines, unfolded. */
export const unfolded = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

export const parsed = (file: string): ICAL.Component => new ICAL.Component(ICAL.parse(file));

const instantOf = (time: ICAL.Time) => new Date(time.toUnixTime() * 1000).toISOString();
const byStart = (left: ReadTime, right: ReadTime) => (left.startsAt < right.startsAt ? -1 : 1);

/** All times that start before `until`, as ical.js computes them from nothing but the VTIMEZONEs of the file. */
export function readByIcal(file: string, until: string): ReadTime[] {
  const calendar = parsed(file);
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [zone.getFirstPropertyValue('tzid'), new ICAL.Timezone(zone)]),
  );
  const components = calendar.getAllSubcomponents('vevent');
  for (const component of components) {
    for (const property of component.getAllProperties()) {
      const zone = zones.get(property.getParameter('tzid') ?? null);
      for (const value of property.getValues()) if (zone && value instanceof ICAL.Time) value.zone = zone;
    }
  }
  const events = components.map((component) => new ICAL.Event(component, { strictExceptions: true }));
  const masters = events.filter((event) => !event.isRecurrenceException());
  const exceptions = events.filter((event) => event.isRecurrenceException());
  const timesOf = (event: ICAL.Event, start = event.startDate, end = event.endDate): ReadTime => ({
    startsAt: instantOf(start),
    endsAt: instantOf(end),
    summary: event.summary,
  });

  const times = masters.flatMap((event) => {
    if (!event.isRecurring()) return [timesOf(event)];
    for (const exception of exceptions) event.relateException(exception);
    const iterator = event.iterator();
    const found: ReadTime[] = [];
    // An occurrence may have been moved before or after others, so a few more are read than needed.
    const last = ICAL.Time.fromJSDate(new Date(Date.parse(until) + 3 * 86_400_000), true);
    for (let next = iterator.next(); next && next.compare(last) < 0; next = iterator.next()) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      found.push(timesOf(item, startDate, endDate));
    }
    return found;
  });
  const all = masters.length > 0 ? times : exceptions.map((event) => timesOf(event));
  return all.filter(({ startsAt }) => startsAt < until).sort(byStart);
}

/**
 * Debian's python3-icalendar and python3-dateutil share no code with the writer of the files. The zone is built from the
 * file; of a wall time that comes twice the first is taken, one that is skipped has the offset before it (RFC 5545, 3.3.5).
 */
const script = `
import sys, json
from datetime import datetime, timedelta, timezone
from dateutil.rrule import rrulestr
from icalendar import Calendar

def instant(value, zones, tzid):
    if value.tzinfo is not None and tzid is None:
        return value.astimezone(timezone.utc)
    naive, zone = value.replace(tzinfo=None), zones[tzid]
    readings = [zone.localize(naive, is_dst=is_dst) for is_dst in (True, False)]
    exact = [reading for reading in readings if zone.normalize(reading).replace(tzinfo=None) == naive]
    return (min(exact) if exact else max(readings)).astimezone(timezone.utc)

def listed(event, name):
    values = event.get(name, [])
    return [date.dt.replace(tzinfo=None) for group in (values if isinstance(values, list) else [values]) for date in group.dts]

def expanded(text, until):
    calendar = Calendar.from_ical(text)
    zones = {str(zone['TZID']): zone.to_tz() for zone in calendar.walk('VTIMEZONE')}
    events = calendar.walk('VEVENT')
    apart = {event['RECURRENCE-ID'].dt.replace(tzinfo=None): event for event in events if 'RECURRENCE-ID' in event}
    found = []
    def add(event, start, length):
        found.append((start, start + length, str(event['SUMMARY'])))
    def bounds(event):
        start = instant(event['DTSTART'].dt, zones, event['DTSTART'].params.get('TZID'))
        if 'DURATION' in event:
            return start, event['DURATION'].dt
        return start, instant(event['DTEND'].dt, zones, event['DTEND'].params.get('TZID')) - start
    for event in events:
        start, length = bounds(event)
        if 'RECURRENCE-ID' in event or 'RRULE' not in event:
            add(event, start, length)
            continue
        tzid = event['DTSTART'].params.get('TZID')
        first = event['DTSTART'].dt.replace(tzinfo=None)
        rule = event['RRULE'].to_ical().decode()
        parts = [part for part in rule.split(';') if not part.startswith('UNTIL=')]
        last = event['RRULE'].get('UNTIL', [None])[0]
        walls = []
        for wall in rrulestr(';'.join(parts), dtstart=first):
            if wall > until.replace(tzinfo=None) + timedelta(days=3):
                break
            if last is not None and instant(wall, zones, tzid) > last if tzid else last is not None and wall.replace(tzinfo=timezone.utc) > last:
                break
            walls.append(wall)
        walls = [wall for wall in sorted(set(walls + listed(event, 'RDATE'))) if wall not in listed(event, 'EXDATE')]
        for wall in walls:
            if wall not in apart:
                add(event, instant(wall, zones, tzid) if tzid else wall.replace(tzinfo=timezone.utc), length)
    form = '%Y-%m-%dT%H:%M:%S.000Z'
    return [{'startsAt': start.strftime(form), 'endsAt': end.strftime(form), 'summary': summary}
            for start, end, summary in sorted(found) if start < until]

print(json.dumps([expanded(file['text'], datetime.fromisoformat(file['until'].replace('Z', '+00:00'))) for file in json.load(sys.stdin)]))
`;

/** The same for many files, as the Python libraries find them. */
export function readByPython(
  files: readonly { readonly text: string; readonly until: string }[],
): readonly ReadTime[][] {
  const output = execFileSync('/usr/bin/python3', ['-c', script], {
    input: JSON.stringify(files),
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(output.toString());
}
