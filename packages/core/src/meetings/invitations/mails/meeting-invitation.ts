import {
  type Addressee,
  type MailBrand,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import { type Answerable, answerQuestion } from './answer-links.ts';
import { type MeetingForReader, meetingFacts, type RepeatedMeeting, subjectWithStart } from './facts.ts';

interface Words {
  readonly subject: string;
  invites(organizer: string, title: string): string;
  readonly join: string;
  readonly description: string;
  message(organizer: string): string;
  readonly footer: readonly string[];
  readonly byCalendar: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Invitation',
    invites: (organizer, title) => `${organizer} invites you to “${title}”.`,
    join: 'Join the meeting',
    description: 'Description',
    message: (organizer) => `${organizer} writes`,
    footer: ['The links are yours alone and need no passcode; please do not pass them on.'],
    byCalendar: 'You can also answer with the calendar entry in this mail.',
  },
  de: {
    subject: 'Einladung',
    invites: (organizer, title) => `${organizer} lädt Sie ein zu „${title}“.`,
    join: 'An der Besprechung teilnehmen',
    description: 'Beschreibung',
    message: (organizer) => `${organizer} schreibt`,
    footer: ['Die Links gelten nur für Sie und brauchen keinen Kenncode; bitte geben Sie sie nicht weiter.'],
    byCalendar: 'Antworten können Sie auch mit dem Kalendereintrag in dieser Mail.',
  },
};

/** What every mail about a meeting is made of. */
export interface MeetingMailInput extends Addressee, MeetingForReader, Answerable {
  readonly brand: MailBrand;
  readonly title: string;
  readonly description: string;
  /** Of at most four further sessions. */
  readonly furtherStarts: readonly Instant[];
  /** Null for a meeting without a rule, and where the mail is about one session. */
  readonly series: RepeatedMeeting | null;
  /** Words of whoever asked for the mail. */
  readonly note: string | null;
}

/** The mail `meeting-invitation`. */
export function meetingInvitationMail(
  input: MeetingMailInput & {
    /** Whether what calendar programs answer by mail is taken in. */
    readonly takesReplies: boolean;
  },
): RenderedMail {
  const { brand, organizerName, title, description, furtherStarts, series, note, takesReplies } = input;

  return mailIn(catalogue, input, (words, language) => ({
    brand,
    subject: subjectWithStart(words.subject, language, input),
    paragraphs: [words.invites(organizerName, title)],
    facts: meetingFacts(language, input, { furtherStarts, series }),
    question: answerQuestion(language, input),
    action: { label: words.join, url: input.joinLink },
    quotation: [
      ...(note === null || note === '' ? [] : [{ label: words.message(organizerName), text: note }]),
      ...(description === '' ? [] : [{ label: words.description, text: description }]),
    ],
    footer: takesReplies ? [...words.footer, words.byCalendar] : words.footer,
  }));
}
