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
    subject: 'Confirm your new email address',
    confirm: (address) =>
      `Please confirm that ${address} is yours, so that it becomes the address of your account.`,
    lifetime: 'The link works once, within 24 hours. Until then your account keeps its old address.',
    action: 'Confirm new address',
    footer: 'If you did not ask for this, ignore this mail: without your confirmation nothing changes.',
  },
  de: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    confirm: (address) =>
      `Bitte bestätigen Sie, dass ${address} Ihre Adresse ist, damit sie die Adresse Ihres Kontos wird.`,
    lifetime:
      'Der Link funktioniert einmal, innerhalb von 24 Stunden. Bis dahin behält Ihr Konto seine alte Adresse.',
    action: 'Neue Adresse bestätigen',
    footer:
      'Wenn Sie das nicht wollten, ignorieren Sie diese Mail: Ohne Ihre Bestätigung ändert sich nichts.',
  },
};

interface EmailChangeConfirmMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  /** The new address, which gets this mail. */
  readonly address: string;
  readonly link: string;
}

/** The mail `email-change-confirm`: whoever opens its link makes this the account's address. */
export function emailChangeConfirmMail({
  locale,
  recipientName,
  address,
  link,
}: EmailChangeConfirmMailInput): RenderedMail {
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
