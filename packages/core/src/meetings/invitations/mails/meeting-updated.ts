import {
  greetingOf,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import { organizerFact, startInWords, timeFacts } from './facts.ts';
import type { MeetingMailInput } from './meeting-invitation.ts';

interface Words {
  subject(title: string, when: string): string;
  moved(title: string): string;
  changed(title: string): string;
  readonly answerAnew: string;
  readonly join: string;
  readonly description: string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (title, when) => `Changed: ${title} (${when})`,
    moved: (title) => `“${title}” has a new time.`,
    changed: (title) => `“${title}” was changed. This is how it stands now.`,
    answerAnew: 'Please say again whether you come; your earlier answer was for the old time.',
    join: 'Join the meeting',
    description: 'Description',
    footer: ['Your link stays the same. The calendar entry in this mail replaces the earlier one.'],
  },
  de: {
    subject: (title, when) => `Geändert: ${title} (${when})`,
    moved: (title) => `„${title}“ findet zu einer anderen Zeit statt.`,
    changed: (title) => `„${title}“ wurde geändert. So ist der Stand jetzt.`,
    answerAnew: 'Bitte sagen Sie noch einmal, ob Sie kommen; Ihre frühere Antwort galt der alten Zeit.',
    join: 'An der Besprechung teilnehmen',
    description: 'Beschreibung',
    footer: ['Ihr Link bleibt derselbe. Der Kalendereintrag in dieser Mail ersetzt den früheren.'],
  },
};

export interface MeetingUpdatedMailInput extends MeetingMailInput {
  /** As it was; null where the time stayed, or was put back. */
  readonly before: { readonly startsAt: Instant; readonly durationMinutes: number } | null;
  /** The recipient had answered, and is asked again (MTG-33). */
  readonly answerAnew: boolean;
}

/** The mail `meeting-updated`: what changed, old and new. */
export function meetingUpdatedMail(input: MeetingUpdatedMailInput): RenderedMail {
  const { locale, organizerName, recipientName, title, description, startsAt, rules, before } = input;
  const language = mailLanguage(locale);
  const words = catalogue[language];
  const when = startsAt === null ? null : startInWords(language, startsAt, input.timeZone, rules);

  return renderMail({
    language,
    subject: when === null ? words.subject(title, '').replace(' ()', '') : words.subject(title, when),
    greeting: greetingOf(language, recipientName),
    paragraphs: [
      before === null ? words.changed(title) : words.moved(title),
      ...(input.answerAnew ? [words.answerAnew] : []),
    ],
    facts: [
      ...(startsAt === null
        ? []
        : timeFacts(language, { ...input, startsAt }, { furtherStarts: input.furtherStarts, before })),
      organizerFact(language, organizerName),
    ],
    action: { label: words.join, url: input.joinLink },
    quotation: description === '' ? null : { label: words.description, text: description },
    footer: words.footer,
  });
}
