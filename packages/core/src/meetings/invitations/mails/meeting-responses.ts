import {
  type MailCatalogue,
  type MailLanguage,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../../kernel/ports.ts';
import type { DigestResponse, OrganizerLetter } from '../mail-ports.ts';
import { organizerOf, startInWords } from './facts.ts';

interface Words {
  subject(title: string, count: number): string;
  says(title: string): string;
  readonly answers: Readonly<Record<DigestResponse['status'], string>>;
  forSession(when: string): string;
  proposes(when: string): string;
  readonly open: string;
  readonly comments: string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (title, count) => (count === 1 ? `One answer: ${title}` : `${count} answers: ${title}`),
    says: (title) => `These answers came for “${title}”.`,
    answers: { accepted: 'comes', tentative: 'perhaps', declined: 'does not come', pending: 'open again' },
    forSession: (when) => `on ${when}`,
    proposes: (when) => `proposes ${when}`,
    open: 'Open the meeting',
    comments: 'What they wrote',
    footer: ['Answers that come close together are told in one mail.'],
  },
  de: {
    subject: (title, count) => (count === 1 ? `Eine Antwort: ${title}` : `${count} Antworten: ${title}`),
    says: (title) => `Zu „${title}“ kamen diese Antworten.`,
    answers: { accepted: 'kommt', tentative: 'vielleicht', declined: 'kommt nicht', pending: 'wieder offen' },
    forSession: (when) => `am ${when}`,
    proposes: (when) => `schlägt vor: ${when}`,
    open: 'Besprechung öffnen',
    comments: 'Was sie schrieben',
    footer: ['Antworten, die kurz nacheinander kommen, stehen in einer Mail.'],
  },
};

function answerInWords(
  language: MailLanguage,
  response: DigestResponse,
  timeZone: string,
  rules: TimeZoneRules,
): string {
  const words = catalogue[language];
  const at = (instant: string) => startInWords(language, instant, timeZone, rules);
  return [
    words.answers[response.status],
    response.sessionStartsAt === null ? '' : words.forSession(at(response.sessionStartsAt)),
    response.proposedStartAt === null ? '' : words.proposes(at(response.proposedStartAt)),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The mail `meeting-responses`: who answered what, for the organizer. */
export function meetingResponsesMail({
  letter,
  responses,
  joinUrl,
  rules,
}: {
  readonly letter: OrganizerLetter;
  readonly responses: readonly DigestResponse[];
  readonly joinUrl: string;
  readonly rules: TimeZoneRules;
}): RenderedMail {
  const comments = responses.filter(({ comment }) => comment !== null && comment !== '');

  return mailIn(catalogue, organizerOf(letter), (words, language) => ({
    subject: words.subject(letter.title, responses.length),
    paragraphs: [words.says(letter.title)],
    facts: responses.map((response) => ({
      label: response.displayName,
      value: answerInWords(language, response, letter.timeZone, rules),
    })),
    action: { label: words.open, url: joinUrl },
    quotation:
      comments.length === 0
        ? null
        : {
            label: words.comments,
            text: comments.map(({ displayName, comment }) => `${displayName}: ${comment}`).join('\n'),
          },
    footer: words.footer,
  }));
}
