import { addressInUri } from '../../kernel/mail-address.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, WallTime } from '../../kernel/time.ts';
import { type CalendarMoment, momentOf } from './calendar-moment.ts';
import { type ContentLine, type ReadComponent, readComponents } from './content-lines.ts';
import { type FileZone, fileZone } from './file-zone.ts';

export type { CalendarMoment } from './calendar-moment.ts';

/** One VEVENT of an answer to an invitation (RFC 5546). */
export interface CalendarReply {
  readonly sequence: number;
  readonly dtstamp: CalendarMoment;
  /** The occurrence that it is about; null means the meeting. */
  readonly recurrenceId: CalendarMoment | null;
  /** Whether it is about all later occurrences too (RANGE=THISANDFUTURE). */
  readonly isRange: boolean;
  readonly comment: string;
  readonly startsAt: CalendarMoment | null;
}

export interface CalendarAnswerer {
  /** Without `mailto:`. */
  readonly address: string;
  /** In upper case; `NEEDS-ACTION` where nothing is said. */
  readonly partstat: string;
}

/** A VEVENT whose attendees are known, whatever else can be read of it. */
export interface CalendarAnswer {
  readonly attendees: readonly CalendarAnswerer[];
  /** Null if a part of it that decides what it means cannot be read. */
  readonly reply: CalendarReply | null;
}

/** The answers in one file. */
export interface CalendarReplies {
  readonly method: 'REPLY' | 'COUNTER';
  readonly uid: string;
  readonly answers: readonly CalendarAnswer[];
  /** The instant of a time; null if it is a date, or of a zone that neither the rules nor the file know. */
  instantOf(moment: CalendarMoment, rules: TimeZoneRules): Instant | null;
}

const wanted = {
  VCALENDAR: ['METHOD'],
  VEVENT: ['UID', 'SEQUENCE', 'DTSTAMP', 'RECURRENCE-ID', 'ATTENDEE', 'COMMENT', 'DTSTART'],
  VTIMEZONE: ['TZID'],
  STANDARD: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE'],
  DAYLIGHT: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE'],
} as const;

/** A series has at most so many answers in one message; a message with more was not written by a calendar. */
const mostAnswers = 200;
const longestUid = 255;
/** Three characters for each octet of the longest address there is. */
const longestAddress = 3 * 254;
/** People in all of them together; a meeting has far fewer. */
const mostAttendees = 2000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no UID of ours has one, and the database takes none.
const control = /[\u0000-\u001f\u007f]/;

/** Reads the answers from a calendar file; null if it holds none. Throws a `RangeError` if it is no calendar at all. */
export function readReplies(file: string): CalendarReplies | null {
  const calendar = readComponents(file, wanted);
  const method = only(calendar, 'METHOD')?.value?.trim().toUpperCase();
  const events = calendar.components.filter(({ name }) => name === 'VEVENT');
  const people = events.reduce((total, event) => total + all(event, 'ATTENDEE').length, 0);
  const isTooLong = events.length > mostAnswers || people > mostAttendees;
  if ((method !== 'REPLY' && method !== 'COUNTER') || isTooLong) return null;
  const uid = uidOf(events[0]);
  if (uid === null) return null;
  return {
    method,
    uid,
    // All of them have one UID (RFC 5546, 3.2.3): what is about another meeting does not belong here.
    answers: events.filter((event) => uidOf(event) === uid).map(answerOf),
    instantOf: instantReader(calendar.components),
  };
}

const all = ({ lines }: ReadComponent, name: string) => lines.filter((line) => line.name === name);

/** A property that may come once; undefined where it does not, `null` as its value where it comes again. */
function only(component: ReadComponent, name: string): ContentLine | undefined {
  const [line, ...more] = all(component, name);
  return line !== undefined && more.length > 0 ? { ...line, value: null } : line;
}

function uidOf(event: ReadComponent | undefined): string | null {
  const uid = event === undefined ? '' : textIn(only(event, 'UID')?.value ?? '').trim();
  return uid === '' || uid.length > longestUid || control.test(uid) ? null : uid;
}

/** TEXT without its escapes (RFC 5545, 3.3.11). */
const textIn = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped));

function answerOf(event: ReadComponent): CalendarAnswer {
  const attendees = all(event, 'ATTENDEE').map((line) => ({
    address: addressOf(line),
    partstat: line.parameters.get('PARTSTAT')?.trim().toUpperCase() ?? 'NEEDS-ACTION',
  }));
  return { attendees, reply: replyOf(event) };
}

/** The address of a `mailto:` (RFC 6068), else the one that EMAIL gives beside another form of address (RFC 7986). */
function addressOf({ parameters, value }: ContentLine): string {
  const given = (value ?? '').trim();
  const isMail = /^mailto:/i.test(given) || !/^[a-z][a-z0-9+.-]*:/i.test(given);
  const address = isMail ? given.replace(/^mailto:/i, '') : (parameters.get('EMAIL') ?? '').trim();
  return address.length > longestAddress ? '' : addressInUri(address);
}

function replyOf(event: ReadComponent): CalendarReply | null {
  const sequence = sequenceOf(only(event, 'SEQUENCE'));
  const dtstamp = momentIn(event, 'DTSTAMP');
  const recurrenceId = momentIn(event, 'RECURRENCE-ID');
  const range = only(event, 'RECURRENCE-ID')?.parameters.get('RANGE')?.toUpperCase();
  const isKnownRange = range === undefined || range === 'THISANDFUTURE';
  if (sequence === null || !dtstamp || recurrenceId === null || !isKnownRange) return null;
  return {
    sequence,
    dtstamp,
    recurrenceId: recurrenceId ?? null,
    isRange: range !== undefined,
    comment: textIn(all(event, 'COMMENT').find(({ value }) => value?.trim())?.value ?? ''),
    startsAt: momentIn(event, 'DTSTART') ?? null,
  };
}

/** The time of a property; undefined if it has none such, null if it cannot be read. */
function momentIn(event: ReadComponent, name: string): CalendarMoment | null | undefined {
  const line = only(event, name);
  return line === undefined ? undefined : momentOf(line);
}

/** RFC 5545 takes a missing one for 0. */
function sequenceOf(line: ContentLine | undefined): number | null {
  if (line === undefined) return 0;
  return /^\s*\d{1,9}\s*$/.test(line.value ?? '') ? Number(line.value) : null;
}

/** Zones are read when a time asks for them, and once: a file may define many that nobody needs. */
function instantReader(components: readonly ReadComponent[]): CalendarReplies['instantOf'] {
  const zones = new Map<string, readonly FileZone[]>();
  const read = new Map<string, Instant | null>();
  const inFile = (timeZone: string, wall: WallTime): Instant | null => {
    const found = zones.get(timeZone) ?? zonesIn(components, timeZone);
    zones.set(timeZone, found);
    const [instant = null, ...others] = found.map((zone) => zone.resolve(wall));
    return others.every((other) => other === instant) ? instant : null;
  };
  return (moment, rules) => {
    if ('at' in moment) return moment.at;
    if ('date' in moment || moment.timeZone === null) return null;
    const { timeZone, wall } = moment;
    if (rules.has(timeZone)) return rules.resolve(wall, timeZone).instant;
    const key = `${wall} ${timeZone}`;
    const instant = read.get(key) ?? inFile(timeZone, wall);
    read.set(key, instant);
    return instant;
  };
}

/** Some calendars define a zone again and again; more often than so, nobody means it. */
const mostDefinitions = 10;

/** What a file says of a zone; nothing if a definition of it cannot be read, for then no time can be read by it. */
function zonesIn(components: readonly ReadComponent[], timeZone: string): readonly FileZone[] {
  const definitions = components.filter(
    (component) =>
      component.name === 'VTIMEZONE' &&
      textIn(only(component, 'TZID')?.value ?? '').trim() === timeZone.trim(),
  );
  try {
    return definitions.length > mostDefinitions ? [] : definitions.map(fileZone);
  } catch {
    return [];
  }
}
