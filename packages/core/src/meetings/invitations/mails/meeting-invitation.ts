import {
  greetingOf,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import { type MeetingTime, organizerFact, startInWords, timeFacts } from './facts.ts';

interface Words {
  subject(title: string, when: string): string;
  invites(organizer: string, title: string): string;
  readonly join: string;
  readonly description: string;
  message(organizer: string): string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (title, when) => `Invitation: ${title} (${when})`,
    invites: (organizer, title) => `${organizer} invites you to “${title}”.`,
    join: 'Join the meeting',
    description: 'Description',
    message: (organizer) => `${organizer} writes`,
    footer: [
      'The link is yours alone and needs no passcode; please do not pass it on.',
      'Accept or decline with the calendar entry in this mail.',
    ],
  },
  de: {
    subject: (title, when) => `Einladung: ${title} (${when})`,
    invites: (organizer, title) => `${organizer} lädt Sie ein zu „${title}“.`,
    join: 'An der Besprechung teilnehmen',
    description: 'Beschreibung',
    message: (organizer) => `${organizer} schreibt`,
    footer: [
      'Der Link gilt nur für Sie und braucht keinen Kenncode; bitte geben Sie ihn nicht weiter.',
      'Zusagen oder absagen können Sie mit dem Kalendereintrag in dieser Mail.',
    ],
  },
};

/** What every mail about a meeting is made of. */
export interface MeetingMailInput extends Omit<MeetingTime, 'startsAt'> {
  readonly locale: string;
  readonly organizerName: string;
  readonly recipientName: string | null;
  readonly title: string;
  readonly description: string;
  /** Null for a room whose door stands open. */
  readonly startsAt: Instant | null;
  /** Of at most four further sessions. */
  readonly furtherStarts: readonly Instant[];
  /** The recipient's own link. */
  readonly joinLink: string;
  /** Words of whoever asked for the mail. */
  readonly note: string | null;
}

/** The mail `meeting-invitation`. */
export function meetingInvitationMail(input: MeetingMailInput): RenderedMail {
  const { locale, organizerName, recipientName, title, description, startsAt, rules, note } = input;
  const language = mailLanguage(locale);
  const words = catalogue[language];
  const when = startsAt === null ? null : startInWords(language, startsAt, input.timeZone, rules);

  return renderMail({
    language,
    subject: when === null ? words.subject(title, '').replace(' ()', '') : words.subject(title, when),
    greeting: greetingOf(language, recipientName),
    paragraphs: [words.invites(organizerName, title)],
    facts: [
      ...(startsAt === null
        ? []
        : timeFacts(language, { ...input, startsAt }, { furtherStarts: input.furtherStarts })),
      organizerFact(language, organizerName),
    ],
    action: { label: words.join, url: input.joinLink },
    quotation: [
      ...(note === null || note === '' ? [] : [{ label: words.message(organizerName), text: note }]),
      ...(description === '' ? [] : [{ label: words.description, text: description }]),
    ],
    footer: words.footer,
  });
}
