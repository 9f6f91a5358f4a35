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

interface Words {
  readonly reminder: string;
  readonly asked: Readonly<Record<SignMailInput['role'], (sender: string, workspace: string) => string>>;
  readonly askedAgain: Readonly<Record<SignMailInput['role'], (sender: string, workspace: string) => string>>;
  readonly code: string;
  readonly replaces: string;
  readonly document: string;
  readonly until: string;
  readonly message: (sender: string) => string;
  readonly note: (sender: string) => string;
  readonly open: string;
  readonly personal: string;
  readonly unexpected: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    reminder: 'Reminder: ',
    asked: {
      signer: (sender, workspace) => `${sender} of ${workspace} asks you to sign a document.`,
      approver: (sender, workspace) => `${sender} of ${workspace} asks you to approve a document.`,
    },
    askedAgain: {
      signer: (sender, workspace) => `${sender} of ${workspace} still waits for your signature.`,
      approver: (sender, workspace) => `${sender} of ${workspace} still waits for your approval.`,
    },
    code: 'Before the document is shown, you are sent a code that proves that it is you.',
    replaces: 'This mail brings a new link. Links of earlier mails do not work any more.',
    document: 'Document',
    until: 'Until',
    message: (sender) => `Message from ${sender}`,
    note: (sender) => `${sender} to you alone`,
    open: 'Open the document',
    personal: 'The link is meant for you alone: do not pass this mail on.',
    unexpected: 'If you did not expect this, ask the sender before you open it, or ignore this mail.',
  },
  de: {
    reminder: 'Erinnerung: ',
    asked: {
      signer: (sender, workspace) => `${sender} von ${workspace} bittet Sie, ein Dokument zu unterschreiben.`,
      approver: (sender, workspace) => `${sender} von ${workspace} bittet Sie, ein Dokument zu genehmigen.`,
    },
    askedAgain: {
      signer: (sender, workspace) => `${sender} von ${workspace} wartet noch auf Ihre Unterschrift.`,
      approver: (sender, workspace) => `${sender} von ${workspace} wartet noch auf Ihre Genehmigung.`,
    },
    code: 'Bevor das Dokument gezeigt wird, erhalten Sie einen Code, mit dem Sie zeigen, dass Sie es sind.',
    replaces: 'Diese Mail bringt einen neuen Link. Links aus früheren Mails gelten nicht mehr.',
    document: 'Dokument',
    until: 'Bis',
    message: (sender) => `Nachricht von ${sender}`,
    note: (sender) => `${sender} nur an Sie`,
    open: 'Dokument öffnen',
    personal: 'Der Link ist nur für Sie bestimmt: Geben Sie diese Mail nicht weiter.',
    unexpected:
      'Wenn Sie das nicht erwartet haben, fragen Sie nach, bevor Sie das Dokument öffnen, oder beachten Sie die Mail nicht.',
  },
};

export interface SignMailInput extends Addressee {
  readonly brand: MailBrand;
  readonly senderName: string;
  readonly role: 'signer' | 'approver';
  readonly documentName: string;
  /** What the sender chose as subject, or the usual one. */
  readonly subject: string;
  readonly message: string | null;
  readonly note: string | null;
  readonly asksForCode: boolean;
  readonly deadlineAt: Instant;
  readonly timeZone: string;
  readonly rules: TimeZoneRules;
  readonly link: string;
}

const signMail = (input: SignMailInput, isReminder: boolean): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { brand, role, senderName, message, note, deadlineAt, timeZone, rules } = input;
    const asked = isReminder ? words.askedAgain : words.asked;
    return {
      brand,
      subject: `${isReminder ? words.reminder : ''}${input.subject}`,
      paragraphs: [
        asked[role](senderName, brand.name),
        ...(isReminder ? [words.replaces] : []),
        ...(input.asksForCode ? [words.code] : []),
      ],
      facts: [
        { label: words.document, value: input.documentName },
        { label: words.until, value: deadlineInWords(language, deadlineAt, timeZone, rules) },
      ],
      action: { label: words.open, url: input.link },
      quotation: [
        ...(message === null ? [] : [{ label: words.message(senderName), text: message }]),
        ...(note === null ? [] : [{ label: words.note(senderName), text: note }]),
      ],
      footer: [words.personal, words.unexpected],
    };
  });

/** The mail `sign-request` brings the first link, or one to an address that was put right. */
export const signRequestMail = (input: SignMailInput): RenderedMail => signMail(input, false);

/** The mail `sign-reminder` brings a fresh link to somebody who has had one. */
export const signReminderMail = (input: SignMailInput): RenderedMail => signMail(input, true);
