import { deadlineInWords } from '../../kernel/deadline-words.ts';
import {
  type Addressee,
  type MailBrand,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import { type ClientWords, clientWords } from './client-words.ts';

interface Words extends ClientWords {
  readonly subject: (title: string) => string;
  readonly what: (sender: string, workspace: string) => string;
  readonly next: string;
  readonly list: string;
  readonly harmful: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    ...clientWords.en,
    subject: (title) => `Please send again: ${title}`,
    what: (sender, workspace) => `${sender} of ${workspace} could not use everything that you sent.`,
    next: 'Open the link and send another file for what is named below. What else you have sent is there. Links of earlier mails do not work any more.',
    list: 'What is wanted again',
    harmful: 'The file was found to be harmful or of a kind that is not taken, so nobody has opened it.',
  },
  de: {
    ...clientWords.de,
    subject: (title) => `Bitte noch einmal senden: ${title}`,
    what: (sender, workspace) =>
      `${sender} von ${workspace} konnte nicht alles verwenden, was Sie gesendet haben.`,
    next: 'Öffnen Sie den Link, und senden Sie zu dem, was unten steht, eine andere Datei. Was Sie sonst gesendet haben, ist da. Links aus früheren Mails gelten nicht mehr.',
    list: 'Was noch einmal gewünscht ist',
    harmful:
      'Die Datei ist schädlich oder von einer Art, die nicht angenommen wird; niemand hat sie geöffnet.',
  },
};

export interface RejectedFilesMailInput extends Addressee {
  readonly brand: MailBrand;
  readonly senderName: string;
  readonly title: string;
  /** The reason is null of what was found to be harmful. */
  readonly files: readonly {
    readonly itemName: string;
    readonly fileName: string;
    readonly reason: string | null;
  }[];
  readonly expiresAt: Instant;
  readonly timeZone: string;
  readonly rules: TimeZoneRules;
  readonly link: string;
}

/** The mail `file-request-rejected` brings a fresh link; it names items and reasons, and nobody who has looked (CFR-7). */
export const fileRequestRejectedMail = (input: RejectedFilesMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { brand, senderName, title, files, expiresAt, timeZone, rules, link } = input;
    const lines = files.map(
      ({ itemName, fileName, reason }) => `– ${itemName} (${fileName}): ${reason ?? words.harmful}`,
    );
    return {
      brand,
      subject: words.subject(title),
      paragraphs: [words.what(senderName, brand.name), words.next],
      facts: [
        { label: words.about, value: title },
        { label: words.until, value: deadlineInWords(language, expiresAt, timeZone, rules) },
      ],
      action: { label: words.open, url: link },
      quotation: [{ label: words.list, text: lines.join('\n') }],
      footer: [words.personal, words.footer],
    };
  });
