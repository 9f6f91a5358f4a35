import {
  type Addressee,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';

interface Words extends MailWords {
  readonly changed: string;
  readonly address: string;
  readonly unknown: string;
  readonly advice: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'The address of your account has changed',
    changed: 'Your account has another email address now. We no longer write to this one.',
    address: 'New address',
    unknown: 'None',
    advice:
      'If this was not you, take the change back within seven days: the account gets this address again, everybody is signed out, and you set a new password.',
    action: 'Take the change back',
    footer: 'If you changed it yourself, there is nothing to do.',
  },
  de: {
    subject: 'Die Adresse Ihres Kontos wurde geändert',
    changed: 'Ihr Konto hat jetzt eine andere E-Mail-Adresse. An diese hier schreiben wir nicht mehr.',
    address: 'Neue Adresse',
    unknown: 'Keine',
    advice:
      'Wenn Sie das nicht waren, machen Sie die Änderung innerhalb von sieben Tagen rückgängig: Das Konto bekommt diese Adresse zurück, alle werden abgemeldet, und Sie legen ein neues Passwort fest.',
    action: 'Änderung rückgängig machen',
    footer: 'Wenn Sie sie selbst geändert haben, müssen Sie nichts tun.',
  },
};

interface EmailChangedMailInput extends Addressee {
  /** The account's address now; null if it has been removed since. */
  readonly newAddress: string | null;
  readonly link: string;
}

/** The mail `email-changed`: it goes to the old address, with the link that takes the change back (AUT-12). */
export const emailChangedMail = ({ newAddress, link, ...recipient }: EmailChangedMailInput): RenderedMail =>
  mailIn(catalogue, recipient, (words) => ({
    subject: words.subject,
    paragraphs: [words.changed, words.advice],
    facts: [{ label: words.address, value: newAddress ?? words.unknown }],
    action: { label: words.action, url: link },
    footer: [words.footer],
  }));
