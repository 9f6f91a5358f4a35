import {
  type Addressee,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';

interface Words extends MailWords {
  readonly tried: string;
  readonly stillWorks: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Somebody is guessing your password',
    tried:
      'A hundred wrong passwords in a row were tried on your account. To protect it, no password opens it on a new device for now.',
    stillWorks:
      'Devices that you have signed in on before still work. To sign in on a new one, set a new password by the link below.',
    action: 'Set new password',
    footer:
      'If you do not need a new device, there is nothing to do: nobody got in. This ends a day after the last try.',
  },
  de: {
    subject: 'Jemand versucht, Ihr Passwort zu erraten',
    tried:
      'An Ihrem Konto wurden hundertmal hintereinander falsche Passwörter versucht. Zu seinem Schutz öffnet es auf neuen Geräten vorerst kein Passwort.',
    stillWorks:
      'Geräte, auf denen Sie schon angemeldet waren, funktionieren weiter. Für ein neues legen Sie über den Link ein neues Passwort fest.',
    action: 'Neues Passwort festlegen',
    footer:
      'Wenn Sie kein neues Gerät brauchen, müssen Sie nichts tun: Niemand ist hineingekommen. Das endet einen Tag nach dem letzten Versuch.',
  },
};

interface SignInBlockedMailInput extends Addressee {
  /** The page on which the recipient asks for a new password. */
  readonly link: string;
}

/** The mail `sign-in-blocked` goes to the owner of a blocked account (THR-4). */
export const signInBlockedMail = ({ link, ...recipient }: SignInBlockedMailInput): RenderedMail =>
  mailIn(catalogue, recipient, (words) => ({
    subject: words.subject,
    paragraphs: [words.tried, words.stillWorks],
    action: { label: words.action, url: link },
    footer: [words.footer],
  }));
