import {
  greetingOf,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';

interface Words {
  readonly subject: string;
  confirm(address: string): string;
  readonly lifetime: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Confirm your email address',
    confirm: (address) => `Please confirm that ${address} is yours, so that your account can use it.`,
    lifetime: 'The link works once, within 24 hours.',
    action: 'Confirm address',
    footer:
      'If you did not create this account, ignore this mail: without your confirmation it stays unused.',
  },
  de: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    confirm: (address) =>
      `Bitte bestätigen Sie, dass ${address} Ihre Adresse ist, damit Ihr Konto sie verwenden kann.`,
    lifetime: 'Der Link funktioniert einmal, innerhalb von 24 Stunden.',
    action: 'Adresse bestätigen',
    footer:
      'Wenn Sie dieses Konto nicht angelegt haben, ignorieren Sie diese Mail: Ohne Ihre Bestätigung bleibt die Adresse ungenutzt.',
  },
};

interface VerifyEmailMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  readonly address: string;
  readonly link: string;
}

/** The mail `verify-email`: whoever opens its link shows that the address is theirs. */
export function verifyEmailMail({
  locale,
  recipientName,
  address,
  link,
}: VerifyEmailMailInput): RenderedMail {
  const language = mailLanguage(locale);
  const words = catalogue[language];
  return renderMail({
    language,
    subject: words.subject,
    greeting: greetingOf(language, recipientName),
    paragraphs: [words.confirm(address), words.lifetime],
    facts: [],
    action: { label: words.action, url: link },
    quotation: null,
    footer: [words.footer],
  });
}
