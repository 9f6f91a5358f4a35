import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type SessionMailInput, type SessionMailWords, sessionMail } from './session-mail.ts';

const catalogue: MailCatalogue<SessionMailWords> = {
  en: {
    subject: 'We ended one of your sessions',
    paragraphs: [
      'An old sign-in token of this session was used a second time. Somebody may have copied it, so we ended the session; your other devices stay signed in.',
      'To go on with this device, sign in again.',
    ],
    action: 'Review your sessions',
    footer: 'If you do not know this device or address, change your password.',
  },
  de: {
    subject: 'Wir haben eine Ihrer Sitzungen beendet',
    paragraphs: [
      'Ein altes Anmelde-Token dieser Sitzung wurde ein zweites Mal verwendet. Jemand könnte es kopiert haben; deshalb haben wir die Sitzung beendet. Ihre anderen Geräte bleiben angemeldet.',
      'Um mit diesem Gerät weiterzuarbeiten, melden Sie sich neu an.',
    ],
    action: 'Sitzungen ansehen',
    footer: 'Wenn Sie dieses Gerät oder diese Adresse nicht kennen, ändern Sie Ihr Passwort.',
  },
};

/** The mail `session-ended`: a superseded refresh token was presented, and the session has ended (SES-3). */
export const sessionEndedMail = (input: SessionMailInput): RenderedMail => sessionMail(catalogue, input);
