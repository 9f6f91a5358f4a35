import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type SessionMailInput, type SessionMailWords, sessionMail } from './session-mail.ts';

const catalogue: MailCatalogue<SessionMailWords> = {
  en: {
    subject: 'New sign-in to your account',
    paragraphs: ['Your account was signed in to on a device that we had not seen before.'],
    action: 'Review your sessions',
    footer: 'If this was not you, end the session there and change your password at once.',
  },
  de: {
    subject: 'Neue Anmeldung an Ihrem Konto',
    paragraphs: ['An Ihrem Konto hat sich ein Gerät angemeldet, das wir noch nicht kannten.'],
    action: 'Sitzungen ansehen',
    footer: 'Wenn Sie das nicht waren, beenden Sie dort die Sitzung und ändern Sie sofort Ihr Passwort.',
  },
};

/** The mail `new-device` reports a sign-in without a valid device token. */
export const newDeviceMail = (input: SessionMailInput): RenderedMail => sessionMail(catalogue, input);
