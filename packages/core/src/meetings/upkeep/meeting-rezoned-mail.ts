import { type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { OrganizerLetter } from '../invitations/mail-ports.ts';
import { organizerOf, startInWords } from '../invitations/mails/facts.ts';

interface Words {
  subject(title: string): string;
  says(title: string, timeZone: string, count: number): string;
  readonly stays: string;
  readonly before: string;
  readonly now: string;
  readonly open: string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (title) => `Follows its time zone: ${title}`,
    says: (title, timeZone, count) =>
      `The rules of the time zone ${timeZone} have changed. “${title}” follows them: ${count === 1 ? 'one session is' : `${count} sessions are`} at another time in UTC.`,
    stays: 'On the clocks of that zone nothing changes. Everybody who is invited gets a new calendar entry.',
    before: 'First of them, before (UTC)',
    now: 'First of them, now (UTC)',
    open: 'Open the meeting',
    footer: ['You need not do anything.'],
  },
  de: {
    subject: (title) => `Folgt der Zeitzone: ${title}`,
    says: (title, timeZone, count) =>
      `Die Uhren in ${timeZone} gehen künftig anders als bisher bekannt. „${title}“ folgt ihnen: ${count === 1 ? 'ein Termin liegt' : `${count} Termine liegen`} in UTC zu einem anderen Zeitpunkt.`,
    stays:
      'Auf den Uhren dieser Zone ändert sich nichts. Alle Eingeladenen erhalten einen neuen Kalendereintrag.',
    before: 'Erster davon, bisher (UTC)',
    now: 'Erster davon, jetzt (UTC)',
    open: 'Besprechung öffnen',
    footer: ['Sie müssen nichts tun.'],
  },
};

export interface MeetingRezonedMailInput {
  readonly letter: OrganizerLetter;
  readonly count: number;
  /** When the first session that moved was to start before. */
  readonly startsAtBefore: Instant;
  readonly startsAt: Instant;
  readonly joinUrl: string;
  readonly rules: TimeZoneRules;
}

/** The mail `meeting-rezoned`, which the organizer gets for each meeting that moved. */
export function meetingRezonedMail(input: MeetingRezonedMailInput): RenderedMail {
  const { letter, count, startsAtBefore, startsAt, joinUrl, rules } = input;

  return mailIn(catalogue, organizerOf(letter), (words, language) => ({
    subject: words.subject(letter.title),
    paragraphs: [words.says(letter.title, letter.timeZone, count), words.stays],
    facts: [
      { label: words.before, value: startInWords(language, startsAtBefore, 'UTC', rules) },
      { label: words.now, value: startInWords(language, startsAt, 'UTC', rules) },
    ],
    action: { label: words.open, url: joinUrl },
    footer: words.footer,
  }));
}
