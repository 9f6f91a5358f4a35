import { expect } from 'chai';
import moment from 'moment-timezone';
import { plusDays, plusMinutes } from '../../kernel/time.ts';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { newOccurrence, type Occurrence } from '../occurrence.ts';
import { expandSeries, type Recurrence, ruleUntil } from '../recurrence/index.ts';
import { checkedVector, vectors } from '../recurrence/testing/vectors.ts';
import { cancelledEvents, occurrenceEvent, wholeEvents } from './calendar-events.ts';
import type { CalendarMeeting } from './event-component.ts';
import { meetingCalendar } from './meeting-calendar.ts';
import { type ReadTime, readByIcal, readByPython, unfolded } from './testing/read-calendar.ts';

const rules = momentTimeZoneRules();
const joinUrl = 'https://app.example.com/?room=kwmtf-hprzd&prejoin=1';
const common: Omit<CalendarMeeting, 'timeZone' | 'events'> = {
  icalUid: '019aa0c4-7b1e-7d20-9c41-5a7b3f0e11d2@meet.example.com',
  sequence: 2,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  dtstamp: '2026-11-21T09:00:00.000Z',
  joinUrl,
  joinLink: `${joinUrl}&invite=TOKEN`,
  organizer: { name: 'Ann Example', address: 'meetings@example.com' },
  recipient: {
    name: 'Bo',
    address: 'bo@client.example',
    partstat: 'NEEDS-ACTION',
    required: true,
    rsvp: true,
  },
  otherAttendees: [],
};

interface Given {
  readonly recurrence: Recurrence;
  readonly localStart: string;
  readonly timeZone: string;
  readonly durationMinutes: number;
}

const weekly: Given = {
  recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6', exdates: [], rdates: [] },
  localStart: '2027-03-15T09:00:00',
  timeZone: 'Europe/Berlin',
  durationMinutes: 60,
};

/** What a series is written from, with its sessions; `change` makes an occurrence an exception. */
function aSeries(given: Given, change: (occurrence: Occurrence) => Partial<Occurrence> = () => ({})) {
  const { recurrence, ...series } = given;
  const { instant: start } = rules.resolve(series.localStart, series.timeZone);
  const until = plusDays(start, 550);
  const occurrences = expandSeries(recurrence, series, rules, { until }).map((slot, index) => {
    const occurrence = newOccurrence({
      ...slot,
      id: `${index}`,
      meetingId: 'm',
      chainId: 'm',
      localStart: rules.wall(slot.startsAt, series.timeZone),
      durationMinutes: series.durationMinutes,
      createdAt: start,
    });
    return { ...occurrence, answer: null, ...change(occurrence) };
  });
  const meeting = { ...given, title: 'Review', description: '', updatedAt: start };
  // The writer of calendars reads no other field of a meeting.
  const sources = { meeting, occurrences } as unknown as Parameters<typeof wholeEvents>[0];
  return { sources, occurrences, start };
}

const fileOf = (given: Given, change?: (occurrence: Occurrence) => Partial<Occurrence>) => {
  const { sources, start } = aSeries(given, change);
  const events = wholeEvents(sources, plusDays(start, -1), rules);
  return meetingCalendar({ ...common, method: 'REQUEST', timeZone: given.timeZone, events, rules });
};

/** The occurrences that the API shows in the first `days`. */
const shownTimes = (
  given: Given,
  days: number,
  change?: (occurrence: Occurrence) => Partial<Occurrence>,
): ReadTime[] => {
  const { occurrences, start } = aSeries(given, change);
  return occurrences
    .filter(({ status, startsAt }) => status !== 'cancelled' && startsAt < plusDays(start, days))
    .map(({ startsAt, endsAt, title }) => ({ startsAt, endsAt, summary: title ?? 'Review' }))
    .sort((left, right) => (left.startsAt < right.startsAt ? -1 : 1));
};

/** One occurrence is moved, one renamed, one cancelled. */
const changes = ({ recurrenceId, startsAt }: Occurrence): Partial<Occurrence> => {
  if (recurrenceId === '2027-04-05T09:00:00')
    return { ownStart: true, startsAt: plusMinutes(startsAt, 360), endsAt: plusMinutes(startsAt, 420) };
  if (recurrenceId === '2027-03-29T09:00:00') return { title: 'Budget' };
  if (recurrenceId === '2027-04-12T09:00:00') return { status: 'cancelled' };
  return {};
};

describe('meetingCalendar of a series', () => {
  it('contains the series, an EXDATE for each cancelled occurrence, and a VEVENT for each exception', () => {
    const lines = unfolded(fileOf(weekly, changes));
    const told = lines.filter((line) =>
      /^(UID|SEQUENCE|DTSTART;|DTEND|RRULE:FREQ=WEEKLY|EXDATE|RECURRENCE-ID|SUMMARY)/.test(line),
    );

    const uid = 'UID:019aa0c4-7b1e-7d20-9c41-5a7b3f0e11d2@meet.example.com';
    expect(told).to.deep.equal([
      uid,
      'SEQUENCE:2',
      'DTSTART;TZID=Europe/Berlin:20270315T090000',
      'DTEND;TZID=Europe/Berlin:20270315T100000',
      'RRULE:FREQ=WEEKLY;COUNT=6',
      'EXDATE;TZID=Europe/Berlin:20270412T090000',
      'SUMMARY:Review',
      uid,
      'SEQUENCE:2',
      'DTSTART;TZID=Europe/Berlin:20270329T090000',
      'DTEND;TZID=Europe/Berlin:20270329T100000',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270329T090000',
      'SUMMARY:Budget',
      uid,
      'SEQUENCE:2',
      'DTSTART;TZID=Europe/Berlin:20270405T150000',
      'DTEND;TZID=Europe/Berlin:20270405T160000',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270405T090000',
      'SUMMARY:Review',
    ]);
  });

  it('MTG-11: both readers compute 08:00Z before the change and 07:00Z after it', () => {
    const file = fileOf(weekly);
    const starts = [
      '2027-03-15T08:00:00.000Z',
      '2027-03-22T08:00:00.000Z',
      '2027-03-29T07:00:00.000Z',
      '2027-04-05T07:00:00.000Z',
      '2027-04-12T07:00:00.000Z',
      '2027-04-19T07:00:00.000Z',
    ];

    expect(readByIcal(file, '2028-01-01T00:00:00.000Z').map(({ startsAt }) => startsAt)).to.deep.equal(
      starts,
    );
    expect(
      readByPython([{ text: file, until: '2028-01-01T00:00:00.000Z' }])[0]?.map(({ startsAt }) => startsAt),
    ).to.deep.equal(starts);
  });

  it('MTG-69, MTG-70: all components have the same UID and the same SEQUENCE', () => {
    const lines = unfolded(fileOf(weekly, changes));

    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).to.have.length(3);
    expect(lines.filter((line) => line === `UID:${common.icalUid}`)).to.have.length(3);
    expect(lines.filter((line) => line === 'SEQUENCE:2')).to.have.length(3);
  });

  it('MTG-71: its UID without a rule removes the series', () => {
    const { sources } = aSeries(weekly, changes);
    const events = cancelledEvents(sources, rules);
    const lines = unfolded(
      meetingCalendar({ ...common, method: 'CANCEL', timeZone: 'Europe/Berlin', events, rules }),
    );

    expect(lines).to.include.members(['METHOD:CANCEL', 'STATUS:CANCELLED', `UID:${common.icalUid}`]);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).to.have.length(1);
    expect(
      lines.filter((line) => /^(RRULE:FREQ=WEEKLY|EXDATE|RDATE|RECURRENCE-ID)/.test(line)),
    ).to.deep.equal([]);
  });

  it('MTG-75: a message about one occurrence contains only the component of that occurrence', () => {
    const { sources, occurrences } = aSeries(weekly, changes);
    const [, , , moved] = occurrences;
    if (moved === undefined) throw new Error('The series has six occurrences');
    const one = (isCancelled: boolean) =>
      unfolded(
        meetingCalendar({
          ...common,
          method: isCancelled ? 'CANCEL' : 'REQUEST',
          timeZone: 'Europe/Berlin',
          events: [occurrenceEvent(sources.meeting, moved, isCancelled)],
          rules,
        }),
      );

    for (const isCancelled of [false, true]) {
      const lines = one(isCancelled);
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).to.have.length(1);
      expect(lines).to.include.members([
        'RECURRENCE-ID;TZID=Europe/Berlin:20270405T090000',
        'DTSTART;TZID=Europe/Berlin:20270405T150000',
        `METHOD:${isCancelled ? 'CANCEL' : 'REQUEST'}`,
        `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      ]);
      expect(lines.join('\n')).to.not.include('RRULE:FREQ=WEEKLY');
    }
  });

  it('omits exceptions that are over, and extra dates after the end', () => {
    const { sources } = aSeries(
      {
        ...weekly,
        recurrence: {
          ...weekly.recurrence,
          rrule: ruleUntil('FREQ=WEEKLY', '2027-04-05T07:00:00.000Z'),
          rdates: ['2027-03-17T09:00:00', '2027-05-01T09:00:00'],
        },
      },
      changes,
    );
    const events = wholeEvents(sources, '2027-04-01T00:00:00.000Z', rules);

    expect(events.map(({ recurrenceId }) => recurrenceId)).to.deep.equal([null, '2027-04-05T09:00:00']);
    expect(events[0]?.series?.rdates).to.deep.equal(['2027-03-17T09:00:00']);
  });

  it('MTG-12, MTG-73: a zone that gave up its changes has no DAYLIGHT part', () => {
    const lines = unfolded(
      fileOf({
        ...weekly,
        localStart: '2026-11-02T10:00:00',
        timeZone: 'America/Vancouver',
        recurrence: { rrule: 'FREQ=WEEKLY', exdates: [], rdates: [] },
      }),
    );

    expect(lines).to.include('TZOFFSETTO:-0700');
    expect(lines).to.not.include('BEGIN:DAYLIGHT');
  });

  it('MTG-16: contains the length if the first occurrence ends in a repeated hour', () => {
    const night = {
      ...weekly,
      localStart: '2026-10-25T01:30:00',
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3', exdates: [], rdates: [] },
      durationMinutes: 120,
    };
    const file = fileOf(night);

    expect(unfolded(file)).to.include('DURATION:PT120M');
    expect(readByIcal(file, '2027-01-01T00:00:00.000Z')).to.deep.equal(shownTimes(night, 30));
    expect(readByPython([{ text: file, until: '2027-01-01T00:00:00.000Z' }])[0]).to.deep.equal(
      shownTimes(night, 30),
    );
  });

  it('MTG-72: an endless series in the hour that the clocks skip is read right years ahead, by parsers that share no code', () => {
    const night = {
      ...weekly,
      timeZone: 'America/New_York',
      localStart: '2026-03-01T02:30:00',
      recurrence: { rrule: 'FREQ=DAILY', exdates: [], rdates: [] },
    };
    const { start } = aSeries(night);
    const shown = expandSeries(night.recurrence, night, rules, { until: plusDays(start, 1600) }).map(
      ({ startsAt, endsAt }) => ({ startsAt, endsAt, summary: 'Review' }),
    );
    const file = fileOf(night);

    const until = plusDays(start, 1600);
    expect(readByIcal(file, until)).to.deep.equal(shown);
    expect(readByPython([{ text: file, until }])[0]).to.deep.equal(shown);
  });

  it('looks a bounded number of times into the zone, with twenty exceptions and even if the series has no end', () => {
    const endless = { ...weekly, recurrence: { rrule: 'FREQ=DAILY', exdates: [], rdates: [] } };
    const someMoved = ({ id, startsAt }: Occurrence) =>
      Number(id) < 20 ? { ownStart: true, startsAt: plusMinutes(startsAt, 30) } : {};
    const { sources, start } = aSeries(endless, someMoved);
    let looks = 0;
    const counted = new Proxy(rules, {
      get: (target, name, receiver) => {
        looks += 1;
        return Reflect.get(target, name, receiver);
      },
    });

    const events = wholeEvents(sources, plusDays(start, -1), counted);
    const form = { ...common, method: 'REQUEST', timeZone: 'Europe/Berlin', events, rules: counted } as const;

    expect(unfolded(meetingCalendar(form)).filter((line) => line === 'BEGIN:VEVENT')).to.have.length(21);
    // Two for each session of the twelve years that a file answers for; one for each pair of them would be millions.
    expect(looks).to.be.below(2 * 12 * 366 + 1000);
  });
});

const days = 400;

/** Zones of both hemispheres, whose clocks change by an hour, by half an hour, at midnight, or never. */
const travelled = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Chisinau',
  'America/New_York',
  'America/Los_Angeles',
  'America/Vancouver',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/Nuuk',
  'Atlantic/Azores',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Gaza',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'UTC',
];

/** Series across the changes of spring and autumn, by day and in the hours that are skipped and repeated. */
const seriesKinds: readonly Omit<Given, 'timeZone' | 'durationMinutes'>[] = [
  ['2027-03-01T09:00:00', 'FREQ=WEEKLY;COUNT=10'],
  ['2027-09-06T16:45:00', 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;BYDAY=MO,TH'],
  ['2027-03-08T02:30:00', 'FREQ=DAILY;COUNT=45'],
  ['2027-09-20T01:30:00', 'FREQ=DAILY;COUNT=60'],
  ['2027-03-20T00:15:00', 'FREQ=DAILY;COUNT=30'],
  ['2027-01-31T23:30:00', 'FREQ=MONTHLY;COUNT=12;BYDAY=-1SU'],
].map(([localStart = '', rrule = '']) => ({
  localStart,
  recurrence: { rrule, exdates: [], rdates: [] },
}));

/** The second occurrence is moved, the third renamed, the fifth and the sixth cancelled. */
const someChanged = ({ id, startsAt, endsAt }: Occurrence): Partial<Occurrence> => {
  if (id === '1')
    return { ownStart: true, startsAt: plusMinutes(startsAt, 95), endsAt: plusMinutes(endsAt, 95) };
  if (id === '2') return { title: 'Budget' };
  return id === '4' || id === '5' ? { status: 'cancelled' } : {};
};

const travelling = travelled.flatMap((timeZone) =>
  seriesKinds.flatMap((kind) => {
    const given: Given = { ...kind, timeZone, durationMinutes: 45 };
    const name = `${timeZone} ${kind.localStart} ${kind.recurrence.rrule}`;
    return [
      { name, given },
      { name: `${name}, changed`, given, change: someChanged },
    ];
  }),
);

/** Files in which each reader must find the occurrences that the API shows in 400 days. */
function comparedFiles() {
  const golden = vectors.cases.map(({ id, input }) => {
    const { recurrence, series } = checkedVector(input);
    return { name: id, given: { recurrence, ...series } };
  });
  const zones = moment.tz
    .names()
    .filter((name) => rules.has(name))
    .map((timeZone) => ({
      name: timeZone,
      given: {
        ...weekly,
        timeZone,
        localStart: '2026-11-23T09:00:00',
        recurrence: { rrule: 'FREQ=WEEKLY', exdates: [], rdates: [] },
      },
    }));
  const nightly = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Antarctica/Troll',
    'Africa/Casablanca',
  ]
    .flatMap((timeZone) => ['00:30', '01:30', '02:15', '02:45'].map((time) => ({ timeZone, time })))
    .map(({ timeZone, time }) => ({
      name: `${timeZone} nightly ${time}`,
      given: {
        timeZone,
        durationMinutes: 45,
        localStart: `2026-11-23T${time}:00`,
        recurrence: { rrule: 'FREQ=DAILY', exdates: ['2026-11-25T00:00:00'], rdates: [] },
      },
    }))
    .map(({ name, given }) => ({
      name,
      given: {
        ...given,
        recurrence: { ...given.recurrence, exdates: [`2026-11-25${given.localStart.slice(10)}`] },
      },
    }));
  const changed = [{ name: 'changed', given: weekly, change: changes }];
  return [...golden, ...zones, ...nightly, ...changed, ...travelling].map(
    ({ name, given, change }: { name: string; given: Given; change?: typeof changes }) => {
      const { start } = aSeries(given, change);
      return {
        name,
        timeZone: given.timeZone,
        text: fileOf(given, change),
        until: plusDays(start, days),
        shown: shownTimes(given, days, change),
      };
    },
  );
}

describe('calendar files of series, read back', () => {
  let files: ReturnType<typeof comparedFiles>;
  before(() => {
    files = comparedFiles();
  });
  const differing = (read: (position: number) => readonly ReadTime[] | undefined) =>
    files
      .filter(({ shown }, position) => JSON.stringify(read(position)) !== JSON.stringify(shown))
      .map(({ name }) => name);

  it('MTG-72: cover every zone, and some thousands of times', () => {
    const zones = new Set(files.map(({ timeZone }) => timeZone));
    const times = files.reduce((sum, { shown }) => sum + shown.length, 0);

    expect(files.length).to.be.at.least(900);
    expect([...zones]).to.include.members(moment.tz.names().filter((name) => rules.has(name)));
    expect(times).to.be.at.least(50_000);
  });

  it('MTG-72: ical.js finds exactly the occurrences of the API, in every zone and for each golden case', () => {
    expect(files.length).to.be.greaterThan(600);
    const read = files.map(({ text, until }) => readByIcal(text, until));

    // ical.js does not support yearly rules that start on 29 February.
    expect(differing((position) => read[position])).to.deep.equal(['REC-18']);
  });

  it('MTG-72: python3-icalendar finds exactly the occurrences of the API, in every zone and for each golden case', () => {
    const read = readByPython(files);

    expect(differing((position) => read[position])).to.deep.equal([]);
  });

  it('MTG-73: contain one VTIMEZONE for each TZID, and the time of writing in UTC', () => {
    for (const { text } of files) {
      const lines = unfolded(text);
      const named = new Set(lines.flatMap((line) => /^[A-Z-]+;TZID=([^:]+):/.exec(line)?.[1] ?? []));
      const defined = lines.filter((line) => line.startsWith('TZID:')).map((line) => line.slice(5));

      expect(defined).to.deep.equal([...named]);
      for (const line of lines.filter((property) => /^(DTSTAMP|CREATED|LAST-MODIFIED)/.test(property)))
        expect(line).to.match(/^[A-Z-]+:\d{8}T\d{6}Z$/);
    }
  });

  it('MTG-74: have no line of more than 75 octets', () => {
    for (const { text } of files)
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).to.be.at.most(75);
  });
});
