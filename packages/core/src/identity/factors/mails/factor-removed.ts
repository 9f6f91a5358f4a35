import type { MailCatalogue, RenderedMail } from '../../../kernel/mail-template.ts';
import { type FactorMailInput, type FactorMailWords, factorMail } from './factor-mail.ts';

interface FactorRemovedMailInput extends FactorMailInput {
  readonly kind: 'totp' | 'passkey';
}

const catalogue: MailCatalogue<FactorMailWords<FactorRemovedMailInput>> = {
  en: {
    subject: 'A second factor was removed from your account',
    paragraphs: ({ kind }) => [
      kind === 'totp'
        ? 'An authenticator was removed from your account. Its codes no longer work.'
        : 'A passkey was removed from your account. It can no longer sign in.',
    ],
    footer: 'If this was not you, end all sessions and change your password at once.',
  },
  de: {
    subject: 'Von Ihrem Konto wurde ein zweiter Faktor entfernt',
    paragraphs: ({ kind }) => [
      kind === 'totp'
        ? 'Von Ihrem Konto wurde ein Authenticator entfernt. Seine Codes gelten nicht mehr.'
        : 'Von Ihrem Konto wurde ein Passkey entfernt. Er meldet nicht mehr an.',
    ],
    footer: 'Wenn Sie das nicht waren, beenden Sie alle Sitzungen und ändern Sie sofort Ihr Passwort.',
  },
};

/** The mail `factor-removed`: an authenticator or a passkey no longer counts (MFA-17). */
export const factorRemovedMail = (input: FactorRemovedMailInput): RenderedMail =>
  factorMail(catalogue, input);
