import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';

/** Null is a document whose name only those may know who have the passcode. */
type Name = string | null;

interface Words extends MailWords<(sender: string, document: Name) => string> {
  shared(sender: string, workspace: string, document: Name): string;
  readonly open: string;
  /** Instead of `open`. */
  readonly passcode: string;
  readonly document: string;
  readonly sender: string;
  readonly until: string;
  message(sender: string): string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (sender, document) =>
      `${sender} shares ${document === null ? 'a document' : `“${document}”`} with you`,
    shared: (sender, workspace, document) =>
      `${sender} of ${workspace} shares ${document === null ? 'a document' : `the document “${document}”`} with you.`,
    open: 'You need no account to read it. Whoever has this link can do so: pass it on only if you mean to.',
    passcode:
      'You need no account to read it, but a passcode. It is in no mail: ask the sender for it, for instance by telephone.',
    document: 'Document',
    sender: 'From',
    until: 'Good until',
    message: (sender) => `${sender} writes`,
    action: 'Open the document',
    footer: 'If you do not know the sender, ignore this mail: nothing happens without you.',
  },
  de: {
    subject: (sender, document) =>
      `${sender} gibt ${document === null ? 'ein Dokument' : `„${document}“`} für Sie frei`,
    shared: (sender, workspace, document) =>
      `${sender} von ${workspace} gibt ${document === null ? 'ein Dokument' : `das Dokument „${document}“`} für Sie frei.`,
    open: 'Zum Lesen brauchen Sie kein Konto. Wer diesen Link hat, kann das Dokument lesen: Geben Sie ihn nur mit Absicht weiter.',
    passcode:
      'Zum Lesen brauchen Sie kein Konto, aber einen Zugangscode. Er steht in keiner Mail: Fragen Sie danach, etwa am Telefon.',
    document: 'Dokument',
    sender: 'Von',
    until: 'Gültig bis',
    message: (sender) => `${sender} schreibt`,
    action: 'Dokument öffnen',
    footer: 'Wenn Sie den Absender nicht kennen, ignorieren Sie diese Mail: Ohne Sie geschieht nichts.',
  },
};

interface ShareInvitationMailInput extends Addressee {
  readonly senderName: string;
  readonly workspaceName: string;
  readonly workspaceLogoUrl: string | null;
  /** Null if the document is behind a passcode. */
  readonly documentName: string | null;
  readonly message: string | null;
  readonly expiresAt: Instant;
  /** The URL of the share's page, with its token after the `#`. */
  readonly link: string;
}

/** The mail `share-invitation` brings the link to its recipient. */
export const shareInvitationMail = (input: ShareInvitationMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { senderName, workspaceName, workspaceLogoUrl, documentName, message, expiresAt, link } = input;
    return {
      brand: { name: workspaceName, logoUrl: workspaceLogoUrl },
      subject: words.subject(senderName, documentName),
      paragraphs: [
        words.shared(senderName, workspaceName, documentName),
        documentName === null ? words.passcode : words.open,
      ],
      facts: [
        ...(documentName === null ? [] : [{ label: words.document, value: documentName }]),
        { label: words.sender, value: senderName },
        { label: words.until, value: instantInWords(language, expiresAt) },
      ],
      action: { label: words.action, url: link },
      quotation: message === null ? null : { label: words.message(senderName), text: message },
      footer: [words.footer],
    };
  });
