import {
  greetingOf,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';

interface Words {
  readonly subject: string;
  tried(address: string): string;
  readonly advice: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'You already have an account',
    tried: (address) => `Somebody tried to register with ${address}. You already have an account with it.`,
    advice: 'If that was you, sign in, or set a new password there if you have forgotten it.',
    action: 'Sign in',
    footer: 'If it was not you, there is nothing to do: your account has not changed.',
  },
  de: {
    subject: 'Sie haben bereits ein Konto',
    tried: (address) =>
      `Jemand wollte sich mit ${address} registrieren. Sie haben bereits ein Konto mit dieser Adresse.`,
    advice:
      'Wenn Sie das waren, melden Sie sich an, oder setzen Sie dort ein neues Passwort, falls Sie es vergessen haben.',
    action: 'Anmelden',
    footer: 'Wenn Sie das nicht waren, müssen Sie nichts tun: An Ihrem Konto hat sich nichts geändert.',
  },
};

interface AddressInUseMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  readonly address: string;
  /** The page to sign in at. */
  readonly link: string;
}

/** The mail `address-in-use`: tells the owner of an address, and nobody else, that it is taken (AUT-2). */
export function addressInUseMail({
  locale,
  recipientName,
  address,
  link,
}: AddressInUseMailInput): RenderedMail {
  const language = mailLanguage(locale);
  const words = catalogue[language];
  return renderMail({
    language,
    subject: words.subject,
    greeting: greetingOf(language, recipientName),
    paragraphs: [words.tried(address), words.advice],
    facts: [],
    action: { label: words.action, url: link },
    quotation: null,
    footer: [words.footer],
  });
}
