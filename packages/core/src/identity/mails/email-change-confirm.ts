import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type AddressMailInput, type AddressMailWords, mailAboutAddress } from './address-mail.ts';

const catalogue: MailCatalogue<AddressMailWords> = {
  en: {
    subject: 'Confirm your new email address',
    paragraphs: (address) => [
      `Please confirm that ${address} is yours, so that it becomes the address of your account.`,
      'The link works once, within 24 hours. Until then your account keeps its old address.',
    ],
    action: 'Confirm new address',
    footer: 'If you did not ask for this, ignore this mail: without your confirmation nothing changes.',
  },
  de: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: (address) => [
      `Bitte bestätigen Sie, dass ${address} Ihre Adresse ist, damit sie die Adresse Ihres Kontos wird.`,
      'Der Link funktioniert einmal, innerhalb von 24 Stunden. Bis dahin behält Ihr Konto seine alte Adresse.',
    ],
    action: 'Neue Adresse bestätigen',
    footer:
      'Wenn Sie das nicht wollten, ignorieren Sie diese Mail: Ohne Ihre Bestätigung ändert sich nichts.',
  },
};

/** The mail `email-change-confirm`: whoever opens its link makes this the account's address. */
export const emailChangeConfirmMail = (input: AddressMailInput): RenderedMail =>
  mailAboutAddress(catalogue, input);
