import { type MailCatalogue, mailIn, type RenderedMail } from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import { answerQuestion } from './answer-links.ts';
import { meetingFacts, subjectWithStart } from './facts.ts';
import type { MeetingMailInput } from './meeting-invitation.ts';

interface Words {
  readonly subject: string;
  moved(title: string): string;
  changed(title: string): string;
  readonly answerAnew: string;
  readonly join: string;
  readonly description: string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Changed',
    moved: (title) => `“${title}” has a new time.`,
    changed: (title) => `“${title}” was changed. This is how it stands now.`,
    answerAnew: 'Please say again whether you come; your earlier answer was for the old time.',
    join: 'Join the meeting',
    description: 'Description',
    footer: ['Your link stays the same. The calendar entry in this mail replaces the earlier one.'],
  },
  de: {
    subject: 'Geändert',
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
  const { title, description, furtherStarts, series, before } = input;

  return mailIn(catalogue, input, (words, language) => ({
    brand: input.brand,
    subject: subjectWithStart(words.subject, language, input),
    paragraphs: [
      before === null ? words.changed(title) : words.moved(title),
      ...(input.answerAnew ? [words.answerAnew] : []),
    ],
    facts: meetingFacts(language, input, { furtherStarts, series, before }),
    question: input.answerAnew ? answerQuestion(language, input) : null,
    action: { label: words.join, url: input.joinLink },
    quotation: description === '' ? null : { label: words.description, text: description },
    footer: words.footer,
  }));
}
