import {
  type Addressee,
  dateInWords,
  type MailBrand,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { PlainDate } from '../../kernel/time.ts';
import type { ClientNotice } from '../notices.ts';
import { type ClientWords, clientWords } from './client-words.ts';

interface Words extends ClientWords {
  readonly subject: Readonly<Record<ClientNotice, (title: string) => string>>;
  readonly what: Readonly<Record<ClientNotice, (sender: string, workspace: string) => string>>;
  readonly next: Readonly<Record<ClientNotice, string>>;
  readonly missing: string;
  readonly reason: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    ...clientWords.en,
    subject: {
      due: (title) => `Due today: ${title}`,
      completed: (title) => `Thank you, nothing is missing: ${title}`,
      cancelled: (title) => `No longer needed: ${title}`,
    },
    what: {
      due: (sender, workspace) =>
        `Today is the day by which ${sender} of ${workspace} would like your files.`,
      completed: (sender, workspace) => `${sender} of ${workspace} has everything that you were asked for.`,
      cancelled: (sender, workspace) => `${sender} of ${workspace} no longer needs the files.`,
    },
    next: {
      due: 'Send them by the link that you were sent last. It goes on working after today.',
      completed: 'You need not do anything. By your link you can still see what you have sent.',
      cancelled: 'You need not do anything. The link that you were sent does not work any more.',
    },
    missing: 'Still missing',
    reason: 'Reason',
  },
  de: {
    ...clientWords.de,
    subject: {
      due: (title) => `Heute fällig: ${title}`,
      completed: (title) => `Danke, nichts fehlt mehr: ${title}`,
      cancelled: (title) => `Nicht mehr nötig: ${title}`,
    },
    what: {
      due: (sender, workspace) => `Bis heute hätte ${sender} von ${workspace} gern Ihre Dateien.`,
      completed: (sender, workspace) => `${sender} von ${workspace} hat alles, worum Sie gebeten wurden.`,
      cancelled: (sender, workspace) => `${sender} von ${workspace} benötigt die Dateien nicht mehr.`,
    },
    next: {
      due: 'Senden Sie sie über den Link, den Sie zuletzt erhalten haben. Er gilt auch nach dem heutigen Tag.',
      completed: 'Sie müssen nichts tun. Über Ihren Link sehen Sie weiterhin, was Sie gesendet haben.',
      cancelled: 'Sie müssen nichts tun. Der Link, den Sie erhalten haben, gilt nicht mehr.',
    },
    missing: 'Es fehlt noch',
    reason: 'Grund',
  },
};

export interface ClientNoticeMailInput extends Addressee {
  readonly brand: MailBrand;
  readonly senderName: string;
  readonly notice: ClientNotice;
  readonly title: string;
  readonly dueOn: PlainDate | null;
  /** The names of what is required and not there. */
  readonly missing: readonly string[];
  readonly reason: string | null;
}

/** The mails `file-request-due`, `file-request-completed` and `file-request-cancelled` bring no link, so that none ends. */
export const clientNoticeMail = (input: ClientNoticeMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { brand, senderName, notice, title, dueOn, missing, reason } = input;
    const isDue = notice === 'due';
    return {
      brand,
      subject: words.subject[notice](title),
      paragraphs: [words.what[notice](senderName, brand.name), words.next[notice]],
      facts: [
        { label: words.about, value: title },
        ...(isDue && dueOn !== null
          ? [{ label: words.due, value: dateInWords(language, `${dueOn}T00:00:00`) }]
          : []),
      ],
      quotation: [
        ...(isDue && missing.length > 0
          ? [{ label: words.missing, text: missing.map((name) => `– ${name}`).join('\n') }]
          : []),
        ...(notice === 'cancelled' && reason !== null ? [{ label: words.reason, text: reason }] : []),
      ],
      footer: [words.footer],
    };
  });
