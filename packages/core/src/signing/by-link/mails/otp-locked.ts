import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';

interface Words extends MailWords<(name: string) => string> {
  locked(signer: string, document: string): string;
  until(instant: string): string;
  readonly next: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (name) => `Too many wrong codes for “${name}”`,
    locked: (signer, document) =>
      `Wrong codes were entered 15 times within a day for ${signer}, who is to sign “${document}”. The link is locked.`,
    until: (instant) => `The lock ends by itself on ${instant}.`,
    next: 'If it was a mistake, check the telephone number or address of this person and send a new link, which lifts the lock. If it was not, somebody else may have the link; void the round, or correct the address.',
    action: 'Open Chancery',
    footer: 'You receive this because you own the document.',
  },
  de: {
    subject: (name) => `Zu viele falsche Codes für „${name}“`,
    locked: (signer, document) =>
      `Für ${signer} wurden innerhalb eines Tages 15-mal falsche Codes eingegeben; die Person soll „${document}“ unterschreiben. Der Link ist gesperrt.`,
    until: (instant) => `Die Sperre endet von selbst am ${instant}.`,
    next: 'War es ein Versehen, dann prüfen Sie Telefonnummer oder Adresse dieser Person und senden Sie einen neuen Link, der die Sperre aufhebt. Andernfalls hat vielleicht jemand anderes den Link; beenden Sie die Runde oder berichtigen Sie die Adresse.',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil Ihnen das Dokument gehört.',
  },
};

interface OtpLockedMailInput extends Addressee {
  readonly documentName: string;
  readonly signerName: string;
  readonly lockedUntil: Instant;
  /** The start page of the workspace. */
  readonly link: string;
}

/** The mail `otp-locked` goes to the owner of the document. */
export const otpLockedMail = (input: OtpLockedMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => ({
    subject: words.subject(input.documentName),
    paragraphs: [
      words.locked(input.signerName, input.documentName),
      words.until(instantInWords(language, input.lockedUntil)),
      words.next,
    ],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
