import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';

interface Words {
  readonly subject: string;
  readonly asked: string;
  readonly reverted: string;
  readonly lifetime: string;
  readonly action: string;
  readonly footerOfAsked: string;
  readonly footerOfReverted: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Set a new password',
    asked: 'Somebody asked to set a new password for your account.',
    reverted:
      'Your account has its old address again, and all its sessions have ended. Its password is out of use until you set a new one.',
    lifetime: 'The link works once, within 30 minutes. Setting a new password signs you out everywhere.',
    action: 'Set new password',
    footerOfAsked: 'If this was not you, there is nothing to do: your password has not changed.',
    footerOfReverted: 'If the link has expired, ask for a new one where you sign in.',
  },
  de: {
    subject: 'Neues Passwort festlegen',
    asked: 'Jemand wollte ein neues Passwort für Ihr Konto festlegen.',
    reverted:
      'Ihr Konto hat wieder seine alte Adresse, und alle Sitzungen sind beendet. Das Passwort gilt nicht mehr, bis Sie ein neues festlegen.',
    lifetime:
      'Der Link funktioniert einmal, innerhalb von 30 Minuten. Mit einem neuen Passwort werden Sie überall abgemeldet.',
    action: 'Neues Passwort festlegen',
    footerOfAsked: 'Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort hat sich nicht geändert.',
    footerOfReverted: 'Wenn der Link abgelaufen ist, fordern Sie dort, wo Sie sich anmelden, einen neuen an.',
  },
};

export interface ResetPasswordMailInput extends Addressee {
  /** Whether the recipient asked for the link, or took back a change of address. */
  readonly because: 'asked' | 'reverted';
  readonly link: string;
}

/** The mail `reset-password`: whoever opens its link sets a new password. */
export const resetPasswordMail = ({ because, link, ...recipient }: ResetPasswordMailInput): RenderedMail =>
  mailIn(catalogue, recipient, (words) => ({
    subject: words.subject,
    paragraphs: [words[because], words.lifetime],
    action: { label: words.action, url: link },
    footer: [because === 'asked' ? words.footerOfAsked : words.footerOfReverted],
  }));
