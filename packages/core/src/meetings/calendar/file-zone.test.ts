import { expect } from 'chai';
import moment from 'moment-timezone';
import { instantOf } from '../../kernel/time.ts';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { writeCalendar } from './calendar-writer.ts';
import { readComponents } from './content-lines.ts';
import { fileZone } from './file-zone.ts';
import { timeZoneComponent } from './time-zone-component.ts';

const rules = momentTimeZoneRules();
const properties = ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE'];
const wanted = { VCALENDAR: [], VTIMEZONE: ['TZID'], STANDARD: properties, DAYLIGHT: properties };

function zoneIn(file: string) {
  const definition = readComponents(file, wanted).components[0];
  if (definition === undefined) throw new Error('No zone.');
  return fileZone(definition);
}

interface Part {
  readonly start: string;
  readonly from: string;
  readonly to: string;
  readonly more?: string;
}
const zoneOf = (...parts: readonly Part[]) =>
  zoneIn(
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'TZID:Odd',
      ...parts.flatMap(({ start, from, to, more }) => [
        'BEGIN:STANDARD',
        `DTSTART:${start}`,
        `TZOFFSETFROM:${from}`,
        `TZOFFSETTO:${to}`,
        ...(more === undefined ? [] : [more]),
        'END:STANDARD',
      ]),
      'END:VTIMEZONE',
      'END:VCALENDAR',
    ].join('\r\n'),
  );

const spring = {
  start: '16010101T020000',
  from: '-0500',
  to: '-0400',
  more: 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
};
const autumn = {
  start: '16010101T020000',
  from: '-0400',
  to: '-0500',
  more: 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
};

describe('fileZone', () => {
  it('MTG-109: reads every zone of the tz data as it is, from what we write of it', () => {
    const from = Date.parse('2026-11-01T00:00:00Z');
    const window = { from: instantOf(from), to: instantOf(from + 3 * 366 * 86_400_000) };
    const hours = Array.from({ length: 160 }, (_, index) => instantOf(from + index * 163 * 3_600_000));

    const wrong = moment.tz
      .names()
      .filter((name) => rules.has(name))
      .filter((name) => {
        const plain = hours.filter((at) => {
          const { instant, adjustment } = rules.resolve(rules.wall(at, name), name);
          return instant === at && adjustment === null;
        });
        const component = timeZoneComponent(name, window, plain, rules);
        if (component === null) return true;
        const zone = zoneIn(writeCalendar(['vcalendar', [], [component]]));
        return plain.some((at) => zone.resolve(rules.wall(at, name)) !== at);
      });

    expect(wrong).to.deep.equal([]);
  });

  it('MTG-109: reads the zones of Outlook as the law has them, at each change and beside it', () => {
    const zone = zoneOf(autumn, spring);
    const walls = [
      '2027-03-14T01:59:00',
      '2027-03-14T02:30:00',
      '2027-03-14T03:00:00',
      '2027-11-07T00:59:00',
      '2027-11-07T01:00:00',
      '2027-11-07T01:59:00',
      '2027-11-07T02:00:00',
      '1990-01-01T00:00:00',
      '2500-07-01T00:00:00',
    ];

    expect(walls.slice(0, 7).map((wall) => zone.resolve(wall))).to.deep.equal(
      walls.slice(0, 7).map((wall) => rules.resolve(wall, 'America/New_York').instant),
    );
    expect(zone.resolve('2500-07-01T00:00:00')).to.equal('2500-07-01T04:00:00.000Z');
    expect(zone.resolve('2500-01-01T00:00:00')).to.equal('2500-01-01T05:00:00.000Z');
  });

  const summers: readonly (readonly [name: string, more: string, last: string])[] = [
    ['UNTIL in UTC', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;UNTIL=20080309T070000Z', '2008'],
    ['UNTIL as a wall time', 'RRULE:FREQ=YEARLY;UNTIL=20080309T020000;BYMONTH=3;BYDAY=2SU', '2008'],
    ['UNTIL as a date', 'RRULE:UNTIL=20080309;FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', '2008'],
    ['COUNT', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;COUNT=2', '2008'],
    ['single dates', 'RDATE:20080309T020000', '2008'],
    ['several lists', 'RDATE:20080309T020000\r\nRDATE:20090308T020000', '2009'],
  ];
  for (const [name, more, last] of summers)
    it(`MTG-109: reads a summer time that ends with ${name}`, () => {
      const zone = zoneOf(
        { ...spring, start: '20070311T020000', more },
        { ...autumn, start: '20061105T020000' },
      );
      const offsetIn = (year: number) => zone.resolve(`${year}-07-01T00:00:00`).slice(11, 13);

      const years = [2007, 2008, 2009, 2010, 2030];
      expect(years.map(offsetIn)).to.deep.equal(
        years.map((year) => (year >= 2007 && year <= Number(last) ? '04' : '05')),
      );
    });

  it('MTG-109: reads a rule that skips years, and one without a month', () => {
    const everyThird = zoneOf(
      { ...spring, start: '20070311T020000', more: 'RRULE:FREQ=YEARLY;INTERVAL=3;BYMONTH=3;BYDAY=2SU' },
      { ...autumn, start: '20061105T020000', more: 'RRULE:FREQ=YEARLY' },
    );
    const offsets = [2007, 2008, 2009, 2010, 2011].map((year) =>
      everyThird.resolve(`${year}-07-01T00:00:00`).slice(11, 13),
    );

    expect(offsets).to.deep.equal(['04', '05', '05', '04', '05']);
  });

  it('MTG-109: finds the last change of a rule that came years ago, and of one that begins before there were any', () => {
    const everyThird = zoneOf(
      { ...spring, start: '20070311T020000', more: 'RRULE:FREQ=YEARLY;INTERVAL=3;BYMONTH=3;BYDAY=2SU' },
      { start: '20081102T020000', from: '-0400', to: '-0500' },
    );
    const ancient = zoneOf({ ...spring, start: '00010311T020000' }, { ...autumn, start: '00011105T020000' });

    expect(everyThird.resolve('2009-07-01T00:00:00')).to.equal('2009-07-01T05:00:00.000Z');
    expect(everyThird.resolve('2012-07-01T00:00:00')).to.equal('2012-07-01T04:00:00.000Z');
    expect(ancient.resolve('2027-07-01T00:00:00')).to.equal('2027-07-01T04:00:00.000Z');
    expect(ancient.resolve('2027-12-01T00:00:00')).to.equal('2027-12-01T05:00:00.000Z');
  });

  it('MTG-109: takes the offset before the first change from that change, also with seconds', () => {
    const zone = zoneOf({ start: '19000101T000000', from: '+005328', to: '+0100' });

    expect(zone.resolve('1899-12-31T00:53:28')).to.equal('1899-12-31T00:00:00.000Z');
    expect(zone.resolve('1900-01-02T00:00:00')).to.equal('1900-01-01T23:00:00.000Z');
  });

  const broken: readonly (readonly [name: string, part: Partial<Part>])[] = [
    ['another frequency', { more: 'RRULE:FREQ=MONTHLY;BYDAY=2SU' }],
    ['a rule of every day', { more: 'RRULE:FREQ=DAILY' }],
    ['a rule of many months', { more: 'RRULE:FREQ=YEARLY;BYMONTH=3,10;BYDAY=2SU' }],
    ['a rule of no month', { more: 'RRULE:FREQ=YEARLY;BYMONTHDAY=1' }],
    ['a rule of hours', { more: 'RRULE:FREQ=YEARLY;BYHOUR=1' }],
    ['no rule behind its name', { more: 'RRULE:' }],
    ['two rules', { more: 'RRULE:FREQ=YEARLY\r\nRRULE:FREQ=YEARLY' }],
    ['a start in UTC', { start: '20070311T020000Z' }],
    ['no start', { start: '' }],
    ['a date that is none', { more: 'RDATE:20070231T020000' }],
    ['a period', { more: 'RDATE:20070311T020000/PT1H' }],
    ['no offset', { to: '' }],
    ['an offset of a day', { to: '+2400' }],
    ['an offset without a sign', { to: '0100' }],
  ];
  for (const [name, part] of broken)
    it(`MTG-109: reads no zone with ${name}`, () => {
      expect(() => zoneOf(autumn, { ...spring, ...part })).to.throw();
    });

  it('MTG-109: reads no zone of nothing, nor of more than any zone has', () => {
    expect(() => zoneOf()).to.throw(RangeError);
    expect(() => zoneOf(...Array<Part>(300).fill({ ...autumn, more: 'COMMENT:x' }))).to.not.throw();
    expect(() => zoneOf(...Array<Part>(301).fill({ ...autumn, more: 'COMMENT:x' }))).to.throw(RangeError);
    expect(() => zoneOf(...Array<Part>(20).fill(autumn))).to.not.throw();
    expect(() => zoneOf(...Array<Part>(21).fill(autumn))).to.throw(RangeError);
  });
});
