import {
  greetingOf,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';

interface Words {
  readonly subject: string;
  readonly changed: string;
  readonly address: string;
  readonly unknown: string;
  readonly advice: string;
  readonly action: string;
  readonly footer: string;
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

interface EmailChangedMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  /** The account's address now; null where it has been removed since. */
  readonly newAddress: string | null;
  readonly link: string;
}

/** The mail `email-changed`: goes to the old address, with the link that takes the change back (AUT-12). */
export function emailChangedMail({
  locale,
  recipientName,
  newAddress,
  link,
}: EmailChangedMailInput): RenderedMail {
  const language = mailLanguage(locale);
  const words = catalogue[language];
  return renderMail({
    language,
    subject: words.subject,
    greeting: greetingOf(language, recipientName),
    paragraphs: [words.changed, words.advice],
    facts: [{ label: words.address, value: newAddress ?? words.unknown }],
    action: { label: words.action, url: link },
    quotation: null,
    footer: [words.footer],
  });
}
