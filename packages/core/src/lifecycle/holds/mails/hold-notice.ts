import {
  type Addressee,
  dateInWords,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { PlainDate } from '../../../kernel/time.ts';
import type { ReasonedNoticeWords } from '../../notice-words.ts';

/** What a mail about a hold is about. */
export const holdNotices = ['placed', 'review'] as const;
export type HoldNotice = (typeof holdNotices)[number];

interface Words {
  readonly notices: Readonly<Record<HoldNotice, ReasonedNoticeWords>>;
  readonly document: string;
  readonly matter: string;
  readonly review: string;
  readonly action: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      placed: {
        subject: (document) => `${document} has to be preserved`,
        what: (document, workspace) => `A legal hold was placed on the document ${document} of ${workspace}.`,
        next: 'Keep everything that belongs to this matter. While the hold is active the document can be neither trashed nor destroyed.',
        footer: 'You receive this because you were named as the custodian.',
      },
      review: {
        subject: (document) => `Is the hold on ${document} still needed?`,
        what: (document, workspace) =>
          `The day has come to look at a legal hold on the document ${document} of ${workspace}.`,
        next: 'The hold stays until somebody releases it.',
        footer: 'You receive this because you placed the hold, or own or administer the workspace.',
      },
    },
    document: 'Document',
    matter: 'Matter',
    review: 'To be reviewed on',
    action: 'Open Chancery',
  },
  de: {
    notices: {
      placed: {
        subject: (document) => `${document} muss aufbewahrt werden`,
        what: (document, workspace) =>
          `Das Dokument ${document} von ${workspace} wurde gesperrt, damit es erhalten bleibt.`,
        next: 'Bewahren Sie alles auf, was zu dieser Sache gehört. Solange die Sperre gilt, kann das Dokument weder in den Papierkorb gelegt noch vernichtet werden.',
        footer: 'Sie erhalten diese Mail, weil Sie als verantwortliche Person genannt wurden.',
      },
      review: {
        subject: (document) => `Wird die Sperre von ${document} noch gebraucht?`,
        what: (document, workspace) =>
          `Der Tag ist gekommen, an dem eine Sperre des Dokuments ${document} von ${workspace} geprüft werden soll.`,
        next: 'Die Sperre bleibt, bis jemand sie aufhebt.',
        footer:
          'Sie erhalten diese Mail, weil Sie die Sperre gesetzt haben oder Ihnen der Workspace gehört oder Sie ihn verwalten.',
      },
    },
    document: 'Dokument',
    matter: 'Sache',
    review: 'Zu prüfen am',
    action: 'Chancery öffnen',
  },
};

interface HoldMailInput extends Addressee {
  readonly notice: HoldNotice;
  readonly documentName: string;
  readonly workspaceName: string;
  readonly matter: string;
  /** Null if nobody said when to look at it. */
  readonly reviewOn: PlainDate | null;
  /** The start page. */
  readonly link: string;
}

/** The mails `hold-placed` and `hold-review`. */
export const holdMail = (input: HoldMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { notice, documentName, workspaceName, matter, reviewOn, link } = input;
    const { subject, what, next, footer } = words.notices[notice];
    return {
      subject: subject(documentName),
      paragraphs: [what(documentName, workspaceName), next],
      facts: [
        { label: words.document, value: documentName },
        { label: words.matter, value: matter },
        ...(reviewOn === null
          ? []
          : [{ label: words.review, value: dateInWords(language, `${reviewOn}T00:00:00`) }]),
      ],
      action: { label: words.action, url: link },
      footer: [footer],
    };
  });
