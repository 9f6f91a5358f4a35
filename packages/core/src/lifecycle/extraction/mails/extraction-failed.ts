import {
  type Addressee,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { ExtractionFailureCode } from '../runs/extraction-run.ts';

interface Words {
  readonly subject: (document: string) => string;
  readonly what: (document: string, workspace: string) => string;
  readonly reasons: Readonly<Record<ExtractionFailureCode, string>>;
  readonly document: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (document) => `${document} could not be read`,
    what: (document, workspace) =>
      `The document ${document} of ${workspace} was to be searched for dates and numbers, and that failed. The document is unchanged.`,
    reasons: {
      'extraction.encrypted':
        'It cannot be read without its password. Enter its dates yourself, or upload a file without a password.',
      'extraction.unavailable': 'Start the extraction again later, or enter its dates yourself.',
    },
    document: 'Document',
    action: 'Open Chancery',
    footer:
      'You receive this because you started the extraction, or because you own the document or keep it in force.',
  },
  de: {
    subject: (document) => `${document} war nicht lesbar`,
    what: (document, workspace) =>
      `Im Dokument ${document} von ${workspace} sollte nach Daten und Nummern gesucht werden, und das ist gescheitert. Das Dokument ist unverändert.`,
    reasons: {
      'extraction.encrypted':
        'Ohne Passwort ist es nicht lesbar. Geben Sie die Daten selbst ein, oder laden Sie eine Datei ohne Passwort hoch.',
      'extraction.unavailable':
        'Starten Sie die Suche später noch einmal, oder geben Sie die Daten selbst ein.',
    },
    document: 'Dokument',
    action: 'Chancery öffnen',
    footer:
      'Sie erhalten diese Mail, weil Sie die Suche gestartet haben oder Ihnen das Dokument gehört oder Sie darauf achten, dass es gültig bleibt.',
  },
};

interface ExtractionFailedInput extends Addressee {
  readonly failureCode: ExtractionFailureCode;
  readonly documentName: string;
  readonly workspaceName: string;
  /** The start page. */
  readonly link: string;
}

/** The mail `extraction-failed`. */
export const extractionFailedMail = (input: ExtractionFailedInput): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    subject: words.subject(input.documentName),
    paragraphs: [words.what(input.documentName, input.workspaceName), words.reasons[input.failureCode]],
    facts: [{ label: words.document, value: input.documentName }],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
