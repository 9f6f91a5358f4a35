import type { MailCatalogue, RenderedMail } from '../../../kernel/mail-template.ts';
import { type FactorMailInput, type FactorMailWords, factorMail } from './factor-mail.ts';

const catalogue: MailCatalogue<FactorMailWords<FactorMailInput>> = {
  en: {
    subject: 'Your account has new recovery codes',
    paragraphs: () => ['New recovery codes were made. The old ones no longer work.'],
    footer: 'If this was not you, end all sessions, change your password and make new codes at once.',
  },
  de: {
    subject: 'Ihr Konto hat neue Wiederherstellungscodes',
    paragraphs: () => ['Es wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.'],
    footer:
      'Wenn Sie das nicht waren, beenden Sie alle Sitzungen, ändern Sie Ihr Passwort und erstellen Sie sofort neue Codes.',
  },
};

/** The mail `recovery-codes-renewed`: the old set no longer works (MFA-8). */
export const recoveryCodesRenewedMail = (input: FactorMailInput): RenderedMail =>
  factorMail(catalogue, input);
