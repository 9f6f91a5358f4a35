import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type AddressMailInput, type AddressMailWords, mailAboutAddress } from './address-mail.ts';

const catalogue: MailCatalogue<AddressMailWords> = {
  en: {
    subject: 'Confirm your email address',
    paragraphs: (address) => [
      `Please confirm that ${address} is yours, so that your account can use it.`,
      'The link works once, within 24 hours.',
    ],
    action: 'Confirm address',
    footer:
      'If you did not create this account, ignore this mail: without your confirmation it stays unused.',
  },
  de: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: (address) => [
      `Bitte bestätigen Sie, dass ${address} Ihre Adresse ist, damit Ihr Konto sie verwenden kann.`,
      'Der Link funktioniert einmal, innerhalb von 24 Stunden.',
    ],
    action: 'Adresse bestätigen',
    footer:
      'Wenn Sie dieses Konto nicht angelegt haben, ignorieren Sie diese Mail: Ohne Ihre Bestätigung bleibt die Adresse ungenutzt.',
  },
};

/** The mail `verify-email`: whoever opens its link shows that the address is theirs. */
export const verifyEmailMail = (input: AddressMailInput): RenderedMail => mailAboutAddress(catalogue, input);
