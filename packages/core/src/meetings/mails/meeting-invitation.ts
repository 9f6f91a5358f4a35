import {
  dateInWords,
  greetingOf,
  type MailCatalogue,
  type MailLanguage,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';

interface Words {
  subject(title: string, when: string): string;
  invites(organizer: string, title: string): string;
  readonly when: string;
  readonly length: string;
  readonly timeZone: string;
  readonly organizer: string;
  readonly join: string;
  readonly description: string;
  readonly hours: string;
  readonly minutes: string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (title, when) => `Invitation: ${title} (${when})`,
    invites: (organizer, title) => `${organizer} invites you to “${title}”.`,
    when: 'When',
    length: 'Length',
    timeZone: 'Time zone',
    organizer: 'Organizer',
    join: 'Join the meeting',
    description: 'Description',
    hours: 'h',
    minutes: 'min',
    footer: [
      'The link is yours alone and needs no passcode; please do not pass it on.',
      'Accept or decline with the calendar entry in this mail.',
    ],
  },
  de: {
    subject: (title, when) => `Einladung: ${title} (${when})`,
    invites: (organizer, title) => `${organizer} lädt Sie ein zu „${title}“.`,
    when: 'Wann',
    length: 'Dauer',
    timeZone: 'Zeitzone',
    organizer: 'Veranstaltet von',
    join: 'An der Besprechung teilnehmen',
    description: 'Beschreibung',
    hours: 'Std.',
    minutes: 'Min.',
    footer: [
      'Der Link gilt nur für Sie und braucht keinen Kenncode; bitte geben Sie ihn nicht weiter.',
      'Zusagen oder absagen können Sie mit dem Kalendereintrag in dieser Mail.',
    ],
  },
};

export interface MeetingInvitationMailInput {
  readonly locale: string;
  readonly organizerName: string;
  readonly recipientName: string | null;
  readonly title: string;
  readonly description: string;
  readonly startsAt: Instant;
  readonly durationMinutes: number;
  readonly timeZone: string;
  /** The recipient's own link. */
  readonly joinLink: string;
  readonly rules: TimeZoneRules;
}

/** `Europe/Berlin (UTC+01:00)`, or both offsets where they differ between start and end. */
function zoneInWords(
  { timeZone, rules }: MeetingInvitationMailInput,
  startsAt: Instant,
  endsAt: Instant,
): string {
  const offsets = [startsAt, endsAt].map((instant) => {
    const minutes = rules.offsetAt(instant, timeZone);
    const clock = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
    return `UTC${minutes < 0 ? '−' : '+'}${clock}`;
  });
  const shown = [...new Set(offsets)].join(' → ');
  return timeZone === 'UTC' ? 'UTC' : `${timeZone} (${shown})`;
}

function whenInWords(
  language: MailLanguage,
  { timeZone, rules }: MeetingInvitationMailInput,
  startsAt: Instant,
  endsAt: Instant,
) {
  const [start, end] = [rules.wall(startsAt, timeZone), rules.wall(endsAt, timeZone)];
  const [startClock, endClock] = [start.slice(11, 16), end.slice(11, 16)];
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  const startDate = dateInWords(language, start);
  return {
    start: `${startDate}, ${startClock}`,
    span: isOneDay
      ? `${startDate}, ${startClock}–${endClock}`
      : `${startDate}, ${startClock} – ${dateInWords(language, end)}, ${endClock}`,
  };
}

function lengthInWords(minutes: number, words: Words): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} ${words.hours}` : '', rest > 0 ? `${rest} ${words.minutes}` : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** The mail `meeting-invitation`. Its times are wall times of the meeting's zone by the product's own tz data. */
export function meetingInvitationMail(input: MeetingInvitationMailInput): RenderedMail {
  const { locale, organizerName, recipientName, title, description, startsAt, durationMinutes } = input;
  const language = mailLanguage(locale);
  const words = catalogue[language];
  const endsAt = plusMinutes(startsAt, durationMinutes);
  const when = whenInWords(language, input, startsAt, endsAt);

  return renderMail({
    language,
    subject: words.subject(title, when.start),
    greeting: greetingOf(language, recipientName),
    paragraphs: [words.invites(organizerName, title)],
    facts: [
      { label: words.when, value: when.span },
      { label: words.length, value: lengthInWords(durationMinutes, words) },
      { label: words.timeZone, value: zoneInWords(input, startsAt, endsAt) },
      { label: words.organizer, value: organizerName },
    ],
    action: { label: words.join, url: input.joinLink },
    quotation: description === '' ? null : { label: words.description, text: description },
    footer: words.footer,
  });
}
