import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type AddressMailInput, type AddressMailWords, mailAboutAddress } from './address-mail.ts';

const catalogue: MailCatalogue<AddressMailWords> = {
  en: {
    subject: 'You already have an account',
    paragraphs: (address) => [
      `Somebody tried to register with ${address}. You already have an account with it.`,
      'If that was you, sign in, or set a new password there if you have forgotten it.',
    ],
    action: 'Sign in',
    footer: 'If it was not you, there is nothing to do: your account has not changed.',
  },
  de: {
    subject: 'Sie haben bereits ein Konto',
    paragraphs: (address) => [
      `Jemand wollte sich mit ${address} registrieren. Sie haben bereits ein Konto mit dieser Adresse.`,
      'Wenn Sie das waren, melden Sie sich an, oder setzen Sie dort ein neues Passwort, falls Sie es vergessen haben.',
    ],
    action: 'Anmelden',
    footer: 'Wenn Sie das nicht waren, müssen Sie nichts tun: An Ihrem Konto hat sich nichts geändert.',
  },
};

/** The mail `address-in-use`: it says to the owner of an address, and to nobody else, that it is taken (AUT-2). */
export const addressInUseMail = (input: AddressMailInput): RenderedMail => mailAboutAddress(catalogue, input);
