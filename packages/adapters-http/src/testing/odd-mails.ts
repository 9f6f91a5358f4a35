/** A mail about a meeting as some calendar might write it, and what it asks for, told apart from how it is written. */
export interface OddMail {
  readonly message: string;
  readonly authenticated: boolean;
  readonly sender: string;
  /** Null where nobody can read the message as a calendar. */
  readonly asks: {
    readonly method: string;
    readonly uid: string;
    readonly events: readonly OddEvent[];
  } | null;
}

export interface OddEvent {
  readonly attendees: readonly string[];
  readonly answer: 'accepted' | 'declined' | 'tentative' | null;
  readonly sequence: number | null;
  /** Milliseconds; null where there is none that can be read. */
  readonly stamp: number | null;
  /** The days whose session it names; `null` for the series, none where the name cannot be read. */
  readonly days: readonly string[] | null;
  readonly isRange: boolean;
  readonly start: string | null;
}

/** A series of Mondays at 09:00 in Berlin, and who is in it. */
export interface OddMeeting {
  readonly uid: string;
  readonly days: readonly string[];
  readonly invitee: string;
  readonly other: string;
  readonly stranger: string;
}

/** Numbers that are the same for one seed everywhere. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const zone = (tzid: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
const outlookZone = 'W. Europe Standard Time';
const digits = (at: number) => new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').concat('Z');
const plainDay = (day: string) => day.replaceAll('-', '');

type Pick1 = <T>(values: readonly T[]) => T;

/** How a calendar may name a session, and whether it can be known which is meant. */
const names: readonly (readonly [(day: string) => string, readable: boolean])[] = [
  [(day) => `;TZID=Europe/Berlin:${plainDay(day)}T090000`, true],
  [(day) => `;TZID="Europe/Berlin":${plainDay(day)}T090000`, true],
  [(day) => `;TZID=Europe/London:${plainDay(day)}T080000`, true],
  [(day) => `;TZID=${outlookZone}:${plainDay(day)}T090000`, true],
  [(day) => `:${plainDay(day)}T070000Z`, true],
  [(day) => `;VALUE=DATE:${plainDay(day)}`, true],
  [(day) => `;VALUE=DATE-TIME:${plainDay(day)}T070000Z`, true],
  [(day) => `;X-ODD="a;b:c":${plainDay(day)}T070000Z`, true],
  [(day) => `:${plainDay(day)}T090000`, false],
  [(day) => `;TZID=Eastern Standard Time:${plainDay(day)}T030000`, false],
  [(day) => `;TZID=Europe/Berlin:${plainDay(day)}T093000`, false],
  [(day) => `;VALUE=DATE:${plainDay(day)}T090000`, false],
  [(day) => `;VALUE=PERIOD:${plainDay(day)}T070000Z/PT1H`, false],
  [() => ';VALUE=DATE:20270230', false],
  [() => ';TZID=Europe/Berlin:20270607T250000', false],
  [() => ':', false],
  [() => '', false],
  [() => ':\u0000', false],
  [() => `:${'9'.repeat(5000)}`, false],
];
const partstats: readonly (readonly [string, OddEvent['answer']])[] = [
  ['ACCEPTED', 'accepted'],
  ['DECLINED', 'declined'],
  ['TENTATIVE', 'tentative'],
  ['accepted', 'accepted'],
  ['"DECLINED"', 'declined'],
  ['NEEDS-ACTION', null],
  ['DELEGATED', null],
  ['X-PERHAPS', null],
  ['', null],
  ['\u0000', null],
];
const comments = [
  'I come\\nlater\\, perhaps',
  'nul \u0000 and \u0007 bell',
  `half \ud83d of a pair`,
  `e${'\u0301'.repeat(2000)}`,
  'x'.repeat(6000),
  '\u202eright to left',
  "'; drop table meetings; --",
  '{"$ne": null}',
  '\\\\\\;\\,\\N',
];
const junk = [
  'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
  'X-ALT-DESC;FMTTYPE=text/html:<html>=\\n</html>',
  'a line that is none',
  'DESCRIPTION:RECURRENCE-ID:20270614T070000Z',
  'BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nRECURRENCE-ID:20270614T070000Z\r\nEND:VALARM',
  'RRULE:FREQ=SECONDLY;COUNT=1000000000',
  'ORGANIZER;CN=Ann:mailto:meetings@example.com',
  'REQUEST-STATUS:2.0;Success',
];

interface Drawn {
  readonly lines: readonly string[];
  readonly event: OddEvent;
}

function drawnEvent(random: () => number, pick: Pick1, meeting: OddMeeting, now: number): Drawn {
  const [partstat, answer] = pick(random() < 0.7 ? partstats.slice(0, 5) : partstats);
  const attendees =
    random() < 0.8
      ? [meeting.invitee]
      : pick([[meeting.other], [], [meeting.invitee, meeting.other], [meeting.stranger]]);
  const [sequence, sequenceText] = pick<readonly [number | null, string | null]>([
    [1, '1'],
    [1, '1'],
    [1, '1'],
    [7, '7'],
    [0, '0'],
    [0, null],
    [null, '-1'],
    [null, 'x'],
    [null, '9'.repeat(30)],
  ]);
  const second = Math.floor(now / 1000) * 1000;
  const [stamp, stampText] = pick<readonly [number | null, string | null]>([
    [second, digits(second)],
    [second, digits(second)],
    [second - 5000, digits(second - 5000)],
    [second - 3_600_000, digits(second - 3_600_000)],
    [second + 86_400_000, digits(second + 86_400_000)],
    [Date.parse('9999-12-31T23:59:59Z'), '99991231T235959Z'],
    [null, null],
    [null, '20261123T130000'],
    [null, '00000101T000000Z'],
    [null, 'yesterday'],
  ]);
  const isOne = random() < 0.6;
  const at = Math.floor(random() * meeting.days.length);
  const [name, readable] = pick(random() < 0.6 ? names.slice(0, 8) : names);
  const isRange = isOne && random() < 0.15;
  const range = isRange ? ';RANGE=THISANDFUTURE' : '';
  const later = meeting.days.slice(at, isRange ? undefined : at + 1);
  const [start, startText] = pick<readonly [string | null, string]>([
    ['2027-06-08T09:00:00.000Z', ';TZID=Europe/Berlin:20270608T110000'],
    ['2027-06-08T09:00:00.000Z', `;TZID=${outlookZone}:20270608T110000`],
    ['2027-06-09T09:00:00.000Z', ':20270609T090000Z'],
    [null, ':20270608T110000'],
    [null, ';VALUE=DATE:20270608'],
    [null, ':20200608T090000Z'],
    [null, ':20270608T090001Z'],
    [null, ':21270608T090000Z'],
  ]);
  const lines = [
    'BEGIN:VEVENT',
    `UID:${meeting.uid}`,
    ...(sequenceText === null ? [] : [`SEQUENCE:${sequenceText}`]),
    ...(stampText === null ? [] : [`DTSTAMP:${stampText}`]),
    `DTSTART${startText}`,
    ...(isOne ? [`RECURRENCE-ID${range}${name(meeting.days[at] ?? '')}`] : []),
    ...attendees.map(
      (address) =>
        `ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=${partstat};CN="A; B: C":${pick(['mailto', 'MAILTO', 'mailto'])}:${address}`,
    ),
    ...(random() < 0.4 ? [`COMMENT:${pick(comments)}`] : []),
    ...(random() < 0.5 ? [pick(junk)] : []),
    'END:VEVENT',
  ];
  const days = isOne ? (readable ? later : []) : null;
  return { lines, event: { attendees, answer, sequence, stamp, days, isRange, start } };
}

const folded = (line: string) => line.replaceAll(/[^\r\n]{60}/g, '$&\r\n ');

/** The forms in which mail programs send a calendar; all of them say the same. */
const envelopes: readonly ((file: string) => string)[] = [
  (file) => `Content-Type: text/calendar; charset=utf-8; method=REPLY\r\n\r\n${file}`,
  (file) => `CONTENT-TYPE: TEXT/CALENDAR;\r\n\tcharset="utf-8"\r\n\r\n${file}`.replaceAll('\r\n', '\n'),
  (file) =>
    `Content-Type: text/calendar; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(file).toString('base64').replaceAll(/.{76}/g, '$&\r\n')}`,
  (file) =>
    `Content-Type: text/calendar; charset="UTF-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${[
      ...Buffer.from(file),
    ]
      .map((octet) => `=${octet.toString(16).toUpperCase().padStart(2, '0')}`)
      .join('')
      .replaceAll(/.{72}/g, '$&=\r\n')}`,
  (file) =>
    `Received: by relay\r\nContent-Type: multipart/mixed; boundary="=_out;er"\r\n\r\npreamble\r\n--=_out;er\r\nContent-Type: multipart/alternative; boundary=in\r\n\r\n--in\r\nContent-Type: text/plain\r\n\r\nBEGIN:VCALENDAR\r\n--in\r\nContent-Type: text/calendar; method=REPLY\r\n\r\n${file}\r\n--in--\r\n--=_out;er--\r\n`,
  (file) =>
    `Content-Type: multipart/mixed; boundary*0=a;\r\n boundary*1=b\r\n\r\n--ab\r\nContent-Type: text/plain\r\n\r\nHello\r\n--ab\r\nContent-Type: application/ics; name="invite.ics"\r\nContent-Disposition: attachment\r\n\r\n${file}`,
];

/** The mail of one draw; `now` is when it is sent. */
export function oddMail(random: () => number, meeting: OddMeeting, now: number): OddMail {
  const pick: Pick1 = (values) => values[Math.floor(random() * values.length)] as never; // an index within the list
  const method =
    random() < 0.85
      ? pick(['REPLY', 'REPLY', 'REPLY', 'COUNTER'])
      : pick(['REQUEST', 'CANCEL', 'REFRESH', 'X', '']);
  const uid =
    random() < 0.92 ? meeting.uid : pick(['nobody@example.com', 'a\u0000b', 'x'.repeat(300), "' or 1=1"]);
  const drawn = Array.from({ length: pick([1, 1, 1, 2, 3]) }, () =>
    drawnEvent(random, pick, { ...meeting, uid }, now),
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Odd//Mail//EN',
    ...(method === '' ? [] : [`METHOD:${method}`]),
    ...(random() < 0.2 ? zone('Unused') : []),
    ...zone(outlookZone),
    ...drawn.flatMap((one) => one.lines),
    'END:VCALENDAR',
    '',
  ];
  const whole = (random() < 0.5 ? lines.map(folded) : lines).join('\r\n');
  const isCut = random() < 0.07;
  const file = isCut ? whole.slice(0, Math.floor(random() * (whole.length - 20))) : whole;
  const [authenticated, sender] = pick<readonly [boolean, string]>([
    ...Array.from({ length: 9 }, () => [true, meeting.invitee] as const),
    [true, meeting.invitee.toUpperCase()],
    [true, meeting.stranger],
    [true, meeting.other],
    [false, meeting.invitee],
  ]);
  return {
    message: pick(envelopes)(file),
    authenticated,
    sender,
    asks: isCut ? null : { method, uid, events: drawn.map(({ event }) => event) },
  };
}
