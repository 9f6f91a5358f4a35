import type { MailCatalogue, RenderedMail } from '../../../kernel/mail-template.ts';
import { type FactorMailInput, type FactorMailWords, factorMail } from './factor-mail.ts';

interface RecoveryCodeUsedMailInput extends FactorMailInput {
  readonly remaining: number;
}

/** If so few are left, the mail asks for new ones. */
const few = 2;

const catalogue: MailCatalogue<FactorMailWords<RecoveryCodeUsedMailInput>> = {
  en: {
    subject: 'A recovery code of your account was used',
    paragraphs: ({ remaining }) => [
      'A recovery code stood in for your second factor. It cannot be used again.',
      remaining <= few
        ? `Only ${remaining} of your recovery codes are left. Make new ones now, so that you are not locked out.`
        : `${remaining} recovery codes are left.`,
    ],
    footer:
      'If this was not you, end all sessions, change your password and make new recovery codes at once.',
  },
  de: {
    subject: 'Ein Wiederherstellungscode Ihres Kontos wurde verwendet',
    paragraphs: ({ remaining }) => [
      'Ein Wiederherstellungscode hat Ihren zweiten Faktor ersetzt. Er gilt nicht mehr.',
      remaining <= few
        ? `Es sind nur noch ${remaining} Wiederherstellungscodes übrig. Erstellen Sie jetzt neue, damit Sie sich nicht aussperren.`
        : `Es sind noch ${remaining} Wiederherstellungscodes übrig.`,
    ],
    footer:
      'Wenn Sie das nicht waren, beenden Sie alle Sitzungen, ändern Sie Ihr Passwort und erstellen Sie sofort neue Wiederherstellungscodes.',
  },
};

/** The mail `recovery-code-used` says so if few codes are left (MFA-8). */
export const recoveryCodeUsedMail = (input: RecoveryCodeUsedMailInput): RenderedMail =>
  factorMail(catalogue, input);
