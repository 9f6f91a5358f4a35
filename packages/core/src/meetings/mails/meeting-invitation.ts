import { inLocale, type RenderedMail, renderMail } from '../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';

const words = {
  en: { invited: (name: string) => `${name} invites you`, when: 'When', zone: 'Time zone', length: 'Length', minutes: 'minutes', organizer: 'Organizer', action: 'Join the meeting', footer: 'The link is yours alone; no passcode is needed with it. The attached file adds the meeting to your calendar.', subject: 'Invitation' },
  de: { invited: (name: string) => `${name} lädt Sie ein`, when: 'Wann', zone: 'Zeitzone', length: 'Dauer', minutes: 'Minuten', organizer: 'Organisation', action: 'An der Besprechung teilnehmen', footer: 'Der Link gilt nur für Sie; ein Kenncode ist damit nicht nötig. Die angehängte Datei trägt die Besprechung in Ihren Kalender ein.', subject: 'Einladung' },
};

export interface MeetingInvitationValues {
  readonly locale: string;
  readonly organizerName: string;
  readonly recipientName: string;
  readonly title: string;
  readonly description: string;
  readonly startsAt: Instant;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly joinLink: string;
  readonly rules: TimeZoneRules;
}

/** The mail `meeting-invitation` (meetings 7.5): when in the meeting's zone, by our own tz data, and the person's link. */
export function meetingInvitationMail(values: MeetingInvitationValues): RenderedMail {
  const word = inLocale(values.locale, words);
  const when = timeRange(values);
  return renderMail({
    locale: values.locale,
    subject: `${word.subject}: ${values.title}`,
    heading: values.title,
    paragraphs: [`${values.recipientName}, ${lowerFirst(word.invited(values.organizerName), values.organizerName)}.`],
    facts: [[word.when, when], [word.zone, `${values.timeZone} (${offsetText(values)})`], [word.length, `${values.durationMinutes} ${word.minutes}`], [word.organizer, values.organizerName]],
    ...(values.description === '' ? {} : { quotation: values.description }),
    action: { label: word.action, url: values.joinLink },
    footer: [word.footer, 'Chancery'],
  });
}

const lowerFirst = (sentence: string, name: string): string => (sentence.startsWith(name) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1));

/** `Tuesday, 1 December 2026, 10:00–11:00`: wall time formatted as if it were UTC, so that no other zone data speaks. */
function timeRange({ locale, startsAt, durationMinutes, timeZone, rules }: MeetingInvitationValues): string {
  const start = rules.wall(startsAt, timeZone);
  const end = rules.wall(plusMinutes(startsAt, durationMinutes), timeZone);
  const date = (wall: string) => new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${wall}Z`));
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  return `${date(start)}, ${start.slice(11, 16)}–${sameDay ? '' : `${date(end)}, `}${end.slice(11, 16)}`;
}

function offsetText({ startsAt, timeZone, rules }: MeetingInvitationValues): string {
  const minutes = rules.offsetAt(startsAt, timeZone);
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(Math.floor(size % 60)).padStart(2, '0')}`;
}
