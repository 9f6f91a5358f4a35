import type { MailCatalogue, RenderedMail } from '../../../kernel/mail-template.ts';
import { type FactorMailInput, type FactorMailWords, factorMail } from './factor-mail.ts';

const catalogue: MailCatalogue<FactorMailWords<FactorMailInput>> = {
  en: {
    subject: 'Your second factors were removed',
    paragraphs: () => [
      'The factor reset that was requested for your account took effect. Authenticators, passkeys and recovery codes are removed, and all sessions have ended.',
      'Sign in with your password and enrol a new factor.',
    ],
    footer: 'If you did not want this, change your password and tell the owner of your workspace at once.',
  },
  de: {
    subject: 'Ihre zweiten Faktoren wurden entfernt',
    paragraphs: () => [
      'Das für Ihr Konto verlangte Zurücksetzen der zweiten Faktoren ist wirksam. Authenticatoren, Passkeys und Wiederherstellungscodes sind entfernt, alle Sitzungen sind beendet.',
      'Melden Sie sich mit Ihrem Passwort an und fügen Sie einen neuen Faktor hinzu.',
    ],
    footer:
      'Wenn Sie das nicht wollten, ändern Sie Ihr Passwort und wenden Sie sich sofort an den Besitzer Ihres Workspaces.',
  },
};

/** The mail `factor-reset-done`: the member has no second factor any more (MFA-14). */
export const factorResetDoneMail = (input: FactorMailInput): RenderedMail => factorMail(catalogue, input);
