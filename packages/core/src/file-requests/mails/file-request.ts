import { deadlineInWords } from '../../kernel/deadline-words.ts';
import {
  type Addressee,
  dateInWords,
  type MailBrand,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { ItemWish } from '../request-item.ts';
import { type ClientWords, clientWords } from './client-words.ts';

/** Whether the client hears of the request for the first time, hears of it again, or of something more. */
type Occasion = 'first' | 'reminder' | 'changed';

interface Words extends ClientWords {
  readonly subject: Readonly<Record<Occasion, (title: string) => string>>;
  readonly asked: Readonly<Record<Occasion, (sender: string, workspace: string) => string>>;
  readonly how: string;
  readonly replaces: string;
  readonly list: string;
  readonly optional: string;
  readonly message: (sender: string) => string;
  readonly unexpected: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    ...clientWords.en,
    subject: {
      first: (title) => `Please send: ${title}`,
      reminder: (title) => `Reminder: ${title}`,
      changed: (title) => `More is asked for: ${title}`,
    },
    asked: {
      first: (sender, workspace) => `${sender} of ${workspace} asks you to send files.`,
      reminder: (sender, workspace) => `${sender} of ${workspace} still waits for files from you.`,
      changed: (sender, workspace) => `${sender} of ${workspace} asks you for something more than before.`,
    },
    how: 'You need no account: open the link, and choose or photograph what is asked for. You can stop and go on later.',
    replaces:
      'This mail brings a new link. Links of earlier mails do not work any more; what you have sent is there.',
    list: 'What is asked for',
    optional: 'if you have it',
    message: (sender) => `Message from ${sender}`,
    unexpected: 'If you did not expect this, ask the sender before you open it, or ignore this mail.',
  },
  de: {
    ...clientWords.de,
    subject: {
      first: (title) => `Bitte senden: ${title}`,
      reminder: (title) => `Erinnerung: ${title}`,
      changed: (title) => `Noch etwas ist gewünscht: ${title}`,
    },
    asked: {
      first: (sender, workspace) => `${sender} von ${workspace} bittet Sie, Dateien zu senden.`,
      reminder: (sender, workspace) => `${sender} von ${workspace} wartet noch auf Dateien von Ihnen.`,
      changed: (sender, workspace) => `${sender} von ${workspace} bittet Sie um mehr als bisher.`,
    },
    how: 'Sie brauchen kein Konto: Öffnen Sie den Link, und wählen oder fotografieren Sie, was gewünscht ist. Sie können unterbrechen und später weitermachen.',
    replaces:
      'Diese Mail bringt einen neuen Link. Links aus früheren Mails gelten nicht mehr; was Sie gesendet haben, ist da.',
    list: 'Was gewünscht ist',
    optional: 'falls vorhanden',
    message: (sender) => `Nachricht von ${sender}`,
    unexpected:
      'Wenn Sie das nicht erwartet haben, fragen Sie nach, bevor Sie den Link öffnen, oder beachten Sie die Mail nicht.',
  },
};

export interface FileRequestMailInput extends Addressee {
  readonly brand: MailBrand;
  readonly senderName: string;
  readonly occasion: Occasion;
  readonly title: string;
  readonly message: string | null;
  readonly items: readonly Pick<ItemWish, 'name' | 'required'>[];
  readonly dueOn: PlainDate | null;
  readonly expiresAt: Instant;
  readonly timeZone: string;
  readonly rules: TimeZoneRules;
  readonly link: string;
}

/** The mails `file-request` and `file-request-reminder` bring a link. */
export const fileRequestMail = (input: FileRequestMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { brand, senderName, occasion, title, message, items, dueOn, expiresAt } = input;
    const list = items.map(({ name, required }) =>
      required ? `– ${name}` : `– ${name} (${words.optional})`,
    );
    return {
      brand,
      subject: words.subject[occasion](title),
      paragraphs: [
        words.asked[occasion](senderName, brand.name),
        occasion === 'first' ? words.how : words.replaces,
      ],
      facts: [
        { label: words.about, value: title },
        ...(dueOn === null ? [] : [{ label: words.due, value: dateInWords(language, `${dueOn}T00:00:00`) }]),
        { label: words.until, value: deadlineInWords(language, expiresAt, input.timeZone, input.rules) },
      ],
      action: { label: words.open, url: input.link },
      quotation: [
        ...(message === null ? [] : [{ label: words.message(senderName), text: message }]),
        { label: words.list, text: list.join('\n') },
      ],
      footer: [words.personal, words.unexpected],
    };
  });
