import {
  type Addressee,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';

interface Words extends MailWords<(name: string) => string> {
  found(name: string, workspace: string): string;
  readonly effect: string;
  readonly next: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (name) => `Malware was found in “${name}”`,
    found: (name, workspace) => `A scan found malware in the document “${name}” of ${workspace}.`,
    effect: 'Nobody can download it any more, and its shares have ended.',
    next: 'An owner or admin of the workspace can have it scanned again, or destroy it.',
    action: 'Open Chancery',
    footer: 'You receive this because you own the document.',
  },
  de: {
    subject: (name) => `In „${name}“ wurde Schadsoftware gefunden`,
    found: (name, workspace) =>
      `Eine Prüfung hat im Dokument „${name}“ von ${workspace} Schadsoftware gefunden.`,
    effect: 'Niemand kann es mehr herunterladen, und seine Freigaben sind beendet.',
    next: 'Wem der Workspace gehört oder wer ihn verwaltet, kann es erneut prüfen lassen oder vernichten.',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil Ihnen das Dokument gehört.',
  },
};

interface DocumentQuarantinedMailInput extends Addressee {
  readonly documentName: string;
  readonly workspaceName: string;
  /** The start page. */
  readonly link: string;
}

/** The mail `document-quarantined` goes to the owner of the document. */
export const documentQuarantinedMail = (input: DocumentQuarantinedMailInput): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    subject: words.subject(input.documentName),
    paragraphs: [words.found(input.documentName, input.workspaceName), words.effect, words.next],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
