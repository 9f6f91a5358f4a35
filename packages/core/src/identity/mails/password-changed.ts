import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

interface Words extends MailWords {
  readonly changed: string;
  readonly at: string;
  readonly advice: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Your password has changed',
    changed: 'The password of your account was changed.',
    at: 'Time',
    advice:
      'If this was not you, set a new password at once; that signs out everybody who is in your account.',
    action: 'Set new password',
    footer: 'If you changed it yourself, there is nothing to do.',
  },
  de: {
    subject: 'Ihr Passwort wurde geändert',
    changed: 'Das Passwort Ihres Kontos ist jetzt ein anderes.',
    at: 'Zeitpunkt',
    advice:
      'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest; damit wird jeder abgemeldet, der in Ihrem Konto ist.',
    action: 'Neues Passwort festlegen',
    footer: 'Wenn Sie es selbst geändert haben, müssen Sie nichts tun.',
  },
};

interface PasswordChangedMailInput extends Addressee {
  readonly at: Instant;
  /** The page on which the recipient asks for a new password. */
  readonly link: string;
}

/** The mail `password-changed` goes to the person after every change (AUT-12). */
export const passwordChangedMail = ({ at, link, ...recipient }: PasswordChangedMailInput): RenderedMail =>
  mailIn(catalogue, recipient, (words, language) => ({
    subject: words.subject,
    paragraphs: [words.changed, words.advice],
    facts: [{ label: words.at, value: instantInWords(language, at) }],
    action: { label: words.action, url: link },
    footer: [words.footer],
  }));
