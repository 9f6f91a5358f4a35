import {
  type Addressee,
  dateInWords,
  type MailCatalogue,
  type MailLanguage,
} from '../../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../../kernel/ports.ts';
import { type Instant, plusMinutes, type WallTime } from '../../../kernel/time.ts';
import {
  englishRuleWords,
  germanRuleWords,
  type Recurrence,
  type RuleWords,
  recurrenceText,
} from '../../recurrence/index.ts';
import type { OrganizerLetter } from '../mail-ports.ts';

interface Words {
  readonly when: string;
  readonly before: string;
  readonly length: string;
  readonly timeZone: string;
  readonly yours: string;
  readonly further: string;
  readonly repeats: string;
  readonly rule: RuleWords;
  readonly organizer: string;
  readonly hours: string;
  readonly minutes: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    when: 'When',
    before: 'Until now',
    length: 'Length',
    timeZone: 'Time zone',
    yours: 'Your time',
    further: 'Also on',
    repeats: 'Repeats',
    rule: englishRuleWords,
    organizer: 'Organizer',
    hours: 'h',
    minutes: 'min',
  },
  de: {
    when: 'Wann',
    before: 'Bisher',
    length: 'Dauer',
    timeZone: 'Zeitzone',
    yours: 'Ihre Zeit',
    further: 'Auch am',
    repeats: 'Wiederholt sich',
    rule: germanRuleWords,
    organizer: 'Veranstaltet von',
    hours: 'Std.',
    minutes: 'Min.',
  },
};

/** When a meeting is, for the eyes of one recipient. */
interface MeetingTime {
  readonly startsAt: Instant;
  readonly durationMinutes: number;
  readonly timeZone: string;
  /** The recipient's own zone; null where it is not known. */
  readonly ownTimeZone: string | null;
  readonly rules: TimeZoneRules;
}
type Fact = { readonly label: string; readonly value: string };

const clockOf = (wall: string) => wall.slice(11, 16);

/** `Monday, 30 November 2026, 09:00` on the wall of a zone. */
export function startInWords(
  language: MailLanguage,
  instant: Instant,
  timeZone: string,
  rules: TimeZoneRules,
): string {
  const wall = rules.wall(instant, timeZone);
  return `${dateInWords(language, wall)}, ${clockOf(wall)}`;
}

/** The same with its end, which may be on the next day. */
export function spanInWords(language: MailLanguage, time: MeetingTime, zone = time.timeZone): string {
  const { startsAt, durationMinutes, rules } = time;
  const [start, end] = [startsAt, plusMinutes(startsAt, durationMinutes)].map((at) => rules.wall(at, zone));
  if (start === undefined || end === undefined) return '';
  const from = `${dateInWords(language, start)}, ${clockOf(start)}`;
  return start.slice(0, 10) === end.slice(0, 10)
    ? `${from}–${clockOf(end)}`
    : `${from} – ${dateInWords(language, end)}, ${clockOf(end)}`;
}

/** `Europe/Berlin (UTC+01:00)`, or both offsets where they differ between start and end. */
function zoneInWords({ timeZone, rules, startsAt, durationMinutes }: MeetingTime): string {
  const offsets = [startsAt, plusMinutes(startsAt, durationMinutes)].map((instant) => {
    const minutes = rules.offsetAt(instant, timeZone);
    const clock = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
    return `UTC${minutes < 0 ? '−' : '+'}${clock}`;
  });
  const shown = [...new Set(offsets)].join(' → ');
  return timeZone === 'UTC' ? 'UTC' : `${timeZone} (${shown})`;
}

function lengthInWords(minutes: number, words: Words): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} ${words.hours}` : '', rest > 0 ? `${rest} ${words.minutes}` : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** Whether the walls of the two zones show another time. */
const readsOtherwise = ({ ownTimeZone, timeZone, startsAt, rules }: MeetingTime): boolean =>
  ownTimeZone !== null &&
  rules.has(ownTimeZone) &&
  rules.offsetAt(startsAt, ownTimeZone) !== rules.offsetAt(startsAt, timeZone);

/** Wall times of the meeting's zone by the product's own tz data, and of the recipient's where that shows another. */
function timeFacts(
  language: MailLanguage,
  time: MeetingTime,
  { furtherStarts = [], before = null, series = null }: TimeFactsOptions = {},
): readonly Fact[] {
  const words = catalogue[language];
  const { timeZone, rules, ownTimeZone } = time;
  const fact = (label: string, value: string): Fact => ({ label, value });
  return [
    ...(before === null ? [] : [fact(words.before, spanInWords(language, { ...time, ...before }))]),
    fact(words.when, spanInWords(language, time)),
    ...(series === null
      ? []
      : [
          fact(
            words.repeats,
            recurrenceText(series.recurrence, { localStart: series.localStart, timeZone }, rules, words.rule),
          ),
        ]),
    ...(furtherStarts.length === 0
      ? []
      : [
          fact(
            words.further,
            furtherStarts.map((start) => startInWords(language, start, timeZone, rules)).join(' · '),
          ),
        ]),
    fact(words.length, lengthInWords(time.durationMinutes, words)),
    fact(words.timeZone, zoneInWords(time)),
    ...(ownTimeZone !== null && readsOtherwise(time)
      ? [fact(words.yours, `${spanInWords(language, time, ownTimeZone)} (${ownTimeZone})`)]
      : []),
  ];
}

/** The rule of a series, and the start that it repeats. */
export interface RepeatedMeeting {
  readonly recurrence: Recurrence;
  readonly localStart: WallTime;
}

interface TimeFactsOptions {
  readonly furtherStarts?: readonly Instant[];
  /** What repeats, where the mail is about the whole series. */
  readonly series?: RepeatedMeeting | null;
  /** As it was before the change. */
  readonly before?: { readonly startsAt: Instant; readonly durationMinutes: number } | null;
}

export const organizerFact = (language: MailLanguage, name: string): Fact => ({
  label: catalogue[language].organizer,
  value: name,
});

/** When a meeting is and whose it is, for the eyes of one recipient. */
export interface MeetingForReader extends Omit<MeetingTime, 'startsAt'> {
  /** Null for a room whose door stands open. */
  readonly startsAt: Instant | null;
  readonly organizerName: string;
}

/** When it is, where it has a time, and whose it is. */
export const meetingFacts = (
  language: MailLanguage,
  { startsAt, organizerName, ...time }: MeetingForReader,
  options: TimeFactsOptions = {},
): readonly Fact[] => [
  ...(startsAt === null ? [] : timeFacts(language, { ...time, startsAt }, options)),
  organizerFact(language, organizerName),
];

/** `Changed: title (start)`, without the brackets where there is no time. */
export const subjectWithStart = (
  what: string,
  language: MailLanguage,
  { title, startsAt, timeZone, rules }: Omit<MeetingForReader, 'organizerName'> & { readonly title: string },
): string =>
  `${what}: ${title}${startsAt === null ? '' : ` (${startInWords(language, startsAt, timeZone, rules)})`}`;

/** The organizer as the reader of a letter. */
export const organizerOf = ({ locale, organizerName }: OrganizerLetter): Addressee => ({
  locale,
  recipientName: organizerName,
});
