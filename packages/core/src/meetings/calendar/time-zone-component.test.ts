import { expect } from 'chai';
import ICAL from 'ical.js';
import moment from 'moment-timezone';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { timeZoneComponent } from './time-zone-component.ts';

const rules = momentTimeZoneRules();

/** The instants of 09:00 on every seventh day of the window. */
function weeklyStarts(timeZone: string, firstDay: string, weeks: number): string[] {
  const day = Date.parse(firstDay);
  return Array.from({ length: weeks }, (_, week) => new Date(day + week * 7 * 86_400_000).toISOString()).map(
    (date) => rules.resolve(`${date.slice(0, 10)}T09:00:00`, timeZone).instant,
  );
}
function componentOf(timeZone: string, instants: readonly string[]) {
  const window = { from: instants[0] ?? '', to: instants.at(-1) ?? '' };
  return timeZoneComponent(timeZone, window, instants, rules);
}
const linesOf = (timeZone: string, instants: readonly string[]) =>
  ICAL.stringify.component([...(componentOf(timeZone, instants) ?? [])], ICAL.design.icalendar).split('\r\n');

describe('timeZoneComponent', () => {
  it('writes one yearly pair, from the onset in the year before the start', () => {
    expect(linesOf('Europe/Berlin', weeklyStarts('Europe/Berlin', '2026-11-30', 60))).to.deep.equal([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:DAYLIGHT',
      'DTSTART:20250330T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:20251026T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]);
  });

  it('counts weekdays from the start of the month if that is the rule of the zone, also south of the equator', () => {
    const rulesOf = (timeZone: string) =>
      linesOf(timeZone, weeklyStarts(timeZone, '2027-01-04', 600)).filter((line) => line.startsWith('RRULE'));

    expect(rulesOf('America/New_York')).to.deep.equal([
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    ]);
    expect(rulesOf('Australia/Sydney')).to.deep.equal([
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU',
      'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU',
    ]);
  });

  it('MTG-73: has no DAYLIGHT part if the offset stays the same', () => {
    expect(linesOf('America/Vancouver', weeklyStarts('America/Vancouver', '2026-11-02', 100))).to.deep.equal([
      'BEGIN:VTIMEZONE',
      'TZID:America/Vancouver',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:-0700',
      'TZOFFSETTO:-0700',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]);
  });

  it('lists the changes of an irregular zone one by one', () => {
    const instants = weeklyStarts('Africa/Cairo', '2026-11-02', 600);
    const changes = rules.transitions('Africa/Cairo', instants[0] ?? '', instants.at(-1) ?? '');
    const lines = linesOf('Africa/Cairo', instants);

    expect(lines.slice(2, 6)).to.deep.equal([
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0200',
    ]);
    expect(lines.filter((line) => line.startsWith('DTSTART'))).to.have.length(changes.length + 1);
    expect(lines.join()).to.not.include('RRULE');
  });

  it('agrees with the tz data on a weekly 09:00 over twelve years, in every zone', () => {
    const failing = moment.tz
      .names()
      .filter(
        (timeZone) =>
          rules.has(timeZone) && !componentOf(timeZone, weeklyStarts(timeZone, '2026-11-02', 626)),
      );

    expect(failing).to.deep.equal([]);
  });
});
