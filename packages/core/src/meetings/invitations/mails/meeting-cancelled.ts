import {
  greetingOf,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../../kernel/mail-template.ts';
import { organizerFact, startInWords, timeFacts } from './facts.ts';
import type { MeetingMailInput } from './meeting-invitation.ts';

/** The whole meeting, one session of it, or this person's part in it. */
export type Cancelled = 'meeting' | 'session' | 'invitation';

interface Words {
  readonly subject: Readonly<Record<Cancelled, (title: string, when: string) => string>>;
  readonly says: Readonly<Record<Cancelled, (title: string, organizer: string) => string>>;
  readonly others: string;
  readonly reason: string;
  readonly footer: readonly string[];
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: {
      meeting: (title, when) => `Cancelled: ${title} (${when})`,
      session: (title, when) => `Cancelled: ${title} on ${when}`,
      invitation: (title, when) => `No longer invited: ${title} (${when})`,
    },
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
    subject: {
      meeting: (title, when) => `Abgesagt: ${title} (${when})`,
      session: (title, when) => `Abgesagt: ${title} am ${when}`,
      invitation: (title, when) => `Nicht mehr eingeladen: ${title} (${when})`,
    },
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
  input: Omit<MeetingMailInput, 'joinLink' | 'description' | 'furtherStarts'> & {
    readonly cancelled: Cancelled;
  },
): RenderedMail {
  const { locale, organizerName, recipientName, title, startsAt, rules, note, cancelled } = input;
  const language = mailLanguage(locale);
  const words = catalogue[language];
  const when = startsAt === null ? '' : startInWords(language, startsAt, input.timeZone, rules);

  return renderMail({
    language,
    subject: words.subject[cancelled](title, when).replace(' ()', ''),
    greeting: greetingOf(language, recipientName),
    paragraphs: [
      words.says[cancelled](title, organizerName),
      ...(cancelled === 'session' ? [words.others] : []),
    ],
    facts: [
      ...(startsAt === null ? [] : timeFacts(language, { ...input, startsAt })),
      organizerFact(language, organizerName),
    ],
    action: null,
    quotation: note === null || note === '' ? null : { label: words.reason, text: note },
    footer: words.footer,
  });
}
