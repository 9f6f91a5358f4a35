import { type MailCatalogue, mailIn, type RenderedMail } from '../../../kernel/mail-template.ts';
import type { Answerable } from './answer-links.ts';
import { meetingFacts, startInWords, subjectWithStart } from './facts.ts';
import type { MeetingMailInput } from './meeting-invitation.ts';

/** The whole meeting, one session of it, or this person's part in it. */
export type Cancelled = 'meeting' | 'session' | 'invitation';

interface Words {
  readonly subject: Readonly<Record<Exclude<Cancelled, 'session'>, string>>;
  sessionSubject(title: string, when: string): string;
  readonly says: Readonly<Record<Cancelled, (title: string, organizer: string) => string>>;
  readonly others: string;
  readonly reason: string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: { meeting: 'Cancelled', invitation: 'No longer invited' },
    sessionSubject: (title, when) => `Cancelled: ${title} on ${when}`,
    says: {
      meeting: (title) => `“${title}” will not take place.`,
      session: (title) => `“${title}” will not take place on the day below.`,
      invitation: (title, organizer) =>
        `${organizer} took your invitation to “${title}” back. Your link opens nothing any more.`,
    },
    others: 'The other dates stay as they are.',
    reason: 'Reason',
    footer: ['The calendar entry in this mail takes it out of your calendar.'],
  },
  de: {
    subject: { meeting: 'Abgesagt', invitation: 'Nicht mehr eingeladen' },
    sessionSubject: (title, when) => `Abgesagt: ${title} am ${when}`,
    says: {
      meeting: (title) => `„${title}“ findet nicht statt.`,
      session: (title) => `„${title}“ findet an dem unten genannten Tag nicht statt.`,
      invitation: (title, organizer) =>
        `${organizer} hat Ihre Einladung zu „${title}“ zurückgenommen. Ihr Link führt nicht mehr hinein.`,
    },
    others: 'Die anderen Termine bleiben, wie sie sind.',
    reason: 'Grund',
    footer: ['Der Kalendereintrag in dieser Mail nimmt den Termin aus Ihrem Kalender.'],
  },
};

/** The mails `meeting-cancelled` and `meeting-occurrence-cancelled`; the note is the reason. */
export function meetingCancelledMail(
  input: Omit<MeetingMailInput, keyof Answerable | 'description' | 'furtherStarts' | 'series'> & {
    readonly cancelled: Cancelled;
  },
): RenderedMail {
  const { organizerName, title, startsAt, timeZone, rules, note, cancelled } = input;

  return mailIn(catalogue, input, (words, language) => {
    const isSession = cancelled === 'session' && startsAt !== null;
    return {
      brand: input.brand,
      subject: isSession
        ? words.sessionSubject(title, startInWords(language, startsAt, timeZone, rules))
        : subjectWithStart(
            words.subject[cancelled === 'invitation' ? 'invitation' : 'meeting'],
            language,
            input,
          ),
      paragraphs: [
        words.says[cancelled](title, organizerName),
        ...(cancelled === 'session' ? [words.others] : []),
      ],
      facts: meetingFacts(language, input),
      quotation: note === null || note === '' ? null : { label: words.reason, text: note },
      footer: words.footer,
    };
  });
}
