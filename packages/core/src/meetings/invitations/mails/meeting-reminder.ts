import { type MailCatalogue, mailIn, type RenderedMail } from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import { answerQuestion } from './answer-links.ts';
import { meetingFacts, subjectWithStart } from './facts.ts';
import type { MeetingMailInput } from './meeting-invitation.ts';

interface Words {
  readonly subject: string;
  reminds(title: string): string;
  readonly unanswered: string;
  readonly join: string;
  readonly joinWebinar: string;
  message(organizer: string): string;
  readonly footer: string;
  readonly noMore: string;
  readonly noMoreOfWebinar: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Reminder',
    reminds: (title) => `“${title}” is coming up.`,
    unanswered: 'You have not said yet whether you come.',
    join: 'Join the meeting',
    joinWebinar: 'Join the webinar',
    message: (organizer) => `${organizer} writes`,
    footer: 'The link is yours alone and needs no passcode; please do not pass it on.',
    noMore: 'Who declines gets no more reminders.',
    noMoreOfWebinar: 'Who cancels the registration gets no more reminders.',
  },
  de: {
    subject: 'Erinnerung',
    reminds: (title) => `„${title}“ steht bevor.`,
    unanswered: 'Sie haben noch nicht gesagt, ob Sie kommen.',
    join: 'An der Besprechung teilnehmen',
    joinWebinar: 'Am Webinar teilnehmen',
    message: (organizer) => `${organizer} schreibt`,
    footer: 'Der Link gilt nur für Sie und braucht keinen Kenncode; bitte geben Sie ihn nicht weiter.',
    noMore: 'Wer absagt, erhält keine Erinnerungen mehr.',
    noMoreOfWebinar: 'Wer die Anmeldung storniert, erhält keine Erinnerungen mehr.',
  },
};

/** The mail `meeting-reminder`. */
export function meetingReminderMail(
  input: Omit<MeetingMailInput, 'startsAt' | 'furtherStarts' | 'series' | 'description'> & {
    readonly startsAt: Instant;
    readonly unanswered: boolean;
    /** Whether the link is that of a registration, and not of an invitation. */
    readonly isRegistered: boolean;
  },
): RenderedMail {
  const { organizerName, title, note, isRegistered } = input;

  return mailIn(catalogue, input, (words, language) => ({
    brand: input.brand,
    subject: subjectWithStart(words.subject, language, input),
    paragraphs: [words.reminds(title), ...(input.unanswered ? [words.unanswered] : [])],
    facts: meetingFacts(language, input),
    question: input.unanswered ? answerQuestion(language, input) : null,
    action: { label: isRegistered ? words.joinWebinar : words.join, url: input.joinLink },
    quotation: note === null || note === '' ? null : { label: words.message(organizerName), text: note },
    footer: [words.footer, isRegistered ? words.noMoreOfWebinar : words.noMore],
  }));
}
