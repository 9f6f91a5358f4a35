import {
  type Addressee,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import { type MeetingForReader, meetingFacts, type RepeatedMeeting, subjectWithStart } from './facts.ts';

interface Words {
  readonly subject: string;
  invites(organizer: string, title: string): string;
  readonly join: string;
  readonly description: string;
  message(organizer: string): string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Invitation',
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
    subject: 'Einladung',
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
export interface MeetingMailInput extends Addressee, MeetingForReader {
  readonly title: string;
  readonly description: string;
  /** Of at most four further sessions. */
  readonly furtherStarts: readonly Instant[];
  /** Null for a meeting without a rule, and where the mail is about one session. */
  readonly series: RepeatedMeeting | null;
  /** The recipient's own link. */
  readonly joinLink: string;
  /** Words of whoever asked for the mail. */
  readonly note: string | null;
}

/** The mail `meeting-invitation`. */
export function meetingInvitationMail(input: MeetingMailInput): RenderedMail {
  const { organizerName, title, description, furtherStarts, series, note } = input;

  return mailIn(catalogue, input, (words, language) => ({
    subject: subjectWithStart(words.subject, language, input),
    paragraphs: [words.invites(organizerName, title)],
    facts: meetingFacts(language, input, { furtherStarts, series }),
    action: { label: words.join, url: input.joinLink },
    quotation: [
      ...(note === null || note === '' ? [] : [{ label: words.message(organizerName), text: note }]),
      ...(description === '' ? [] : [{ label: words.description, text: description }]),
    ],
    footer: words.footer,
  }));
}
