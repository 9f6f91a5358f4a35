import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { NoticeWords } from '../../notice-words.ts';

/** What a mail about the end of a retention period is about. */
export const retentionNotices = ['candidates', 'scheduled', 'executed', 'failed'] as const;
export type RetentionNotice = (typeof retentionNotices)[number];

interface Words {
  readonly notices: Readonly<Record<RetentionNotice, NoticeWords>>;
  readonly more: (count: number) => string;
  readonly document: string;
  readonly at: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      candidates: {
        subject: (document) => `The retention period of ${document} is over`,
        what: (document, workspace) =>
          `In ${workspace} the time is over for which ${document} had to be kept. Nothing is destroyed by itself.`,
        next: 'Decide whether the content is destroyed, or how much longer it is kept.',
      },
      scheduled: {
        subject: (document) => `${document} is to be destroyed`,
        what: (document, workspace) =>
          `The destruction of the document ${document} of ${workspace} was approved.`,
        next: 'Until then an owner or admin can still keep it.',
      },
      executed: {
        subject: (document) => `${document} was destroyed`,
        what: (document, workspace) =>
          `The content of the document ${document} of ${workspace} was destroyed, as it was approved.`,
        next: 'Its name, its digests and who approved it stay on record.',
      },
      failed: {
        subject: (document) => `${document} could not be destroyed`,
        what: (document, workspace) =>
          `The document ${document} of ${workspace} was to be destroyed, and every attempt failed. It is unchanged.`,
        next: 'Have the job tried again, or decide that the document is kept.',
      },
    },
    more: (count) => (count === 1 ? ' and one more document' : ` and ${count} more documents`),
    document: 'Document',
    at: 'Destroyed after',
    action: 'Open Chancery',
    footer: 'You receive this because you own or administer the workspace, or own the document.',
  },
  de: {
    notices: {
      candidates: {
        subject: (document) => `Aufbewahrungsfrist abgelaufen: ${document}`,
        what: (document, workspace) =>
          `In ${workspace} ist die Zeit vorbei, für die ${document} aufzubewahren war. Von selbst wird nichts vernichtet.`,
        next: 'Entscheiden Sie, ob der Inhalt vernichtet oder wie lange er noch aufbewahrt wird.',
      },
      scheduled: {
        subject: (document) => `${document} soll vernichtet werden`,
        what: (document, workspace) =>
          `Die Vernichtung des Dokuments ${document} von ${workspace} wurde freigegeben.`,
        next: 'Bis dahin kann es noch behalten werden, von allen, denen der Workspace gehört oder die ihn verwalten.',
      },
      executed: {
        subject: (document) => `${document} wurde vernichtet`,
        what: (document, workspace) =>
          `Der Inhalt des Dokuments ${document} von ${workspace} wurde vernichtet, wie es freigegeben war.`,
        next: 'Der Name, die Prüfsummen und wer es freigegeben hat, bleiben erhalten.',
      },
      failed: {
        subject: (document) => `${document} konnte nicht vernichtet werden`,
        what: (document, workspace) =>
          `Das Dokument ${document} von ${workspace} sollte vernichtet werden, und jeder Versuch ist gescheitert. Es ist unverändert.`,
        next: 'Lassen Sie es noch einmal versuchen, oder entscheiden Sie, dass das Dokument behalten wird.',
      },
    },
    more: (count) => (count === 1 ? ' und eines weiteren Dokuments' : ` und ${count} weiterer Dokumente`),
    document: 'Dokument',
    at: 'Vernichtet nach dem',
    action: 'Chancery öffnen',
    footer:
      'Sie erhalten diese Mail, weil Ihnen der Workspace oder das Dokument gehört oder Sie den Workspace verwalten.',
  },
};

interface RetentionMailInput extends Addressee {
  readonly notice: RetentionNotice;
  readonly documentName: string;
  /** How many other documents it is about too. */
  readonly others: number;
  readonly workspaceName: string;
  /** When it is destroyed; null if that is not settled. */
  readonly executeAfter: Instant | null;
  /** The start page. */
  readonly link: string;
}

/** The mails `retention-candidate`, `retention-scheduled`, `disposition-done` and `retention-failed`. */
export const retentionMail = (input: RetentionMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { notice, others, workspaceName, executeAfter, link } = input;
    const { subject, what, next } = words.notices[notice];
    const name = others === 0 ? input.documentName : `${input.documentName}${words.more(others)}`;
    return {
      // A subject has room for one name.
      subject: subject(others === 0 ? name : `${input.documentName} (+${others})`),
      paragraphs: [what(name, workspaceName), next],
      facts: [
        { label: words.document, value: input.documentName },
        ...(notice === 'scheduled' && executeAfter !== null
          ? [{ label: words.at, value: instantInWords(language, executeAfter) }]
          : []),
      ],
      action: { label: words.action, url: link },
      footer: [words.footer],
    };
  });
