import type { MailCatalogue, RenderedMail } from '../../../kernel/mail-template.ts';
import { type FactorMailInput, type FactorMailWords, factorMail } from './factor-mail.ts';

interface FactorAddedMailInput extends FactorMailInput {
  readonly kind: 'totp' | 'passkey';
}

const catalogue: MailCatalogue<FactorMailWords<FactorAddedMailInput>> = {
  en: {
    subject: 'A second factor was added to your account',
    paragraphs: ({ kind }) => [
      kind === 'totp'
        ? 'An authenticator was added to your account. Sign-in asks for its codes from now on.'
        : 'A passkey was added to your account. It signs in by itself from now on, and sign-in with your password asks for a second step.',
      'If this was not you, remove it within seven days: everybody is signed out, on every device. Then set a new password, because whoever added it was signed in to your account.',
    ],
    action: 'Remove it and sign everybody out',
    footer: 'If you added it yourself, there is nothing to do.',
  },
  de: {
    subject: 'Ihrem Konto wurde ein zweiter Faktor hinzugefügt',
    paragraphs: ({ kind }) => [
      kind === 'totp'
        ? 'Ihrem Konto wurde ein Authenticator hinzugefügt. Die Anmeldung verlangt ab jetzt seine Codes.'
        : 'Ihrem Konto wurde ein Passkey hinzugefügt. Er meldet ab jetzt allein an, und die Anmeldung mit Ihrem Passwort verlangt einen zweiten Schritt.',
      'Wenn Sie das nicht waren, entfernen Sie ihn innerhalb von sieben Tagen: Alle werden abgemeldet, auf jedem Gerät. Legen Sie danach ein neues Passwort fest, denn wer ihn hinzugefügt hat, war in Ihrem Konto angemeldet.',
    ],
    action: 'Entfernen und alle abmelden',
    footer: 'Wenn Sie ihn selbst hinzugefügt haben, müssen Sie nichts tun.',
  },
};

/** The mail `factor-added`: an authenticator or a passkey was enrolled (MFA-17). */
export const factorAddedMail = (input: FactorAddedMailInput): RenderedMail => factorMail(catalogue, input);
