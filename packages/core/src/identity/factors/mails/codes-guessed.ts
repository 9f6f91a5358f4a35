import type { MailCatalogue, RenderedMail } from '../../../kernel/mail-template.ts';
import { type FactorMailInput, type FactorMailWords, factorMail } from './factor-mail.ts';

const catalogue: MailCatalogue<FactorMailWords<FactorMailInput>> = {
  en: {
    subject: 'Somebody is trying codes at your account',
    paragraphs: () => [
      'Many wrong codes were given in a row, after your right password. Codes from devices that we do not know now have to wait between tries; your passkeys, recovery codes and known devices work as before.',
    ],
    footer: 'If this was not you, somebody knows your password. Change it now.',
  },
  de: {
    subject: 'Jemand probiert Codes an Ihrem Konto aus',
    paragraphs: () => [
      'Nach Ihrem richtigen Passwort wurden viele falsche Codes hintereinander eingegeben. Codes von Geräten, die wir nicht kennen, müssen nun zwischen den Versuchen warten; Ihre Passkeys, Wiederherstellungscodes und bekannten Geräte funktionieren wie bisher.',
    ],
    footer: 'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Ändern Sie es jetzt.',
  },
};

/** The mail `sign-in-blocked`, if codes are tried by somebody who knows the password (THR-17). */
export const codesGuessedMail = (input: FactorMailInput): RenderedMail => factorMail(catalogue, input);
