import { type MailCatalogue, mailIn, type RenderedMail } from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import { meetingFacts, subjectWithStart } from './facts.ts';
import type { MeetingMailInput } from './meeting-invitation.ts';

interface Words {
  readonly subject: string;
  reminds(title: string): string;
  readonly unanswered: string;
  readonly join: string;
  message(organizer: string): string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Reminder',
    reminds: (title) => `“${title}” is coming up.`,
    unanswered: 'You have not said yet whether you come.',
    join: 'Join the meeting',
    message: (organizer) => `${organizer} writes`,
    footer: [
      'The link is yours alone and needs no passcode; please do not pass it on.',
      'Who declines gets no more reminders.',
    ],
  },
  de: {
    subject: 'Erinnerung',
    reminds: (title) => `„${title}“ steht bevor.`,
    unanswered: 'Sie haben noch nicht gesagt, ob Sie kommen.',
    join: 'An der Besprechung teilnehmen',
    message: (organizer) => `${organizer} schreibt`,
    footer: [
      'Der Link gilt nur für Sie und braucht keinen Kenncode; bitte geben Sie ihn nicht weiter.',
      'Wer absagt, erhält keine Erinnerungen mehr.',
    ],
  },
};

/** The mail `meeting-reminder`. */
export function meetingReminderMail(
  input: Omit<MeetingMailInput, 'startsAt' | 'furtherStarts' | 'series' | 'description'> & {
    readonly startsAt: Instant;
    readonly unanswered: boolean;
  },
): RenderedMail {
  const { organizerName, title, note } = input;

  return mailIn(catalogue, input, (words, language) => ({
    subject: subjectWithStart(words.subject, language, input),
    paragraphs: [words.reminds(title), ...(input.unanswered ? [words.unanswered] : [])],
    facts: meetingFacts(language, input),
    action: { label: words.join, url: input.joinLink },
    quotation: note === null || note === '' ? null : { label: words.message(organizerName), text: note },
    footer: words.footer,
  }));
}
