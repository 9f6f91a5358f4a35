import type { MailCatalogue, RenderedMail } from '../../../kernel/mail-template.ts';
import { type FactorMailInput, type FactorMailWords, factorMail } from './factor-mail.ts';

interface PasskeySuspiciousMailInput extends FactorMailInput {
  readonly passkeyName: string;
}

const catalogue: MailCatalogue<FactorMailWords<PasskeySuspiciousMailInput>> = {
  en: {
    subject: 'We refused a passkey of your account',
    paragraphs: ({ passkeyName }) => [
      `The passkey “${passkeyName}” came with a counter that it had passed before. Somebody may have copied it, so we refused it.`,
    ],
    footer:
      'Remove this passkey there and register a new one. If it was not you who used it, end all sessions too.',
  },
  de: {
    subject: 'Wir haben einen Passkey Ihres Kontos abgelehnt',
    paragraphs: ({ passkeyName }) => [
      `Der Passkey „${passkeyName}“ kam mit einem Zählerstand, den er schon überschritten hatte. Jemand könnte ihn kopiert haben; deshalb haben wir ihn abgelehnt.`,
    ],
    footer:
      'Entfernen Sie diesen Passkey dort und registrieren Sie einen neuen. Wenn nicht Sie ihn verwendet haben, beenden Sie auch alle Sitzungen.',
  },
};

/** The mail `passkey-suspicious`: its signature counter went back, so somebody may use a copy of it (MFA-4). */
export const passkeySuspiciousMail = (input: PasskeySuspiciousMailInput): RenderedMail =>
  factorMail(catalogue, input);
