import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

interface Words extends MailWords {
  readonly paragraphs: readonly string[];
  readonly at: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Your account is deactivated',
    paragraphs: [
      'Your account was deactivated, and with it your name, your address and every way to sign in were erased. You have left every workspace.',
      'Records, signatures and certificates keep what they captured when they were made, because the law wants them kept.',
      'This is final. You can register anew with the same address at any time; nothing of the old account comes back.',
    ],
    at: 'Time',
    action: 'Open the site',
    footer:
      'If this was not you, tell the people who run this installation at once. This is the last mail to this account.',
  },
  de: {
    subject: 'Ihr Konto ist deaktiviert',
    paragraphs: [
      'Ihr Konto wurde deaktiviert; Ihr Name, Ihre Adresse und alle Anmeldewege wurden gelöscht. Sie haben alle Workspaces verlassen.',
      'Akten, Unterschriften und Zertifikate behalten, was bei ihrer Entstehung festgehalten wurde, weil das Gesetz es so verlangt.',
      'Das ist endgültig. Sie können sich mit derselben Adresse jederzeit neu registrieren; vom alten Konto kommt nichts zurück.',
    ],
    at: 'Zeitpunkt',
    action: 'Website öffnen',
    footer:
      'Wenn Sie das nicht waren, melden Sie sich sofort bei den Betreibern dieser Installation. Dies ist die letzte Mail an dieses Konto.',
  },
};

interface AccountDeactivatedMailInput extends Addressee {
  readonly at: Instant;
  readonly link: string;
}

/** The mail `account-deactivated`: the account and its personal data were erased (ACC-3). */
export const accountDeactivatedMail = ({
  at,
  link,
  ...recipient
}: AccountDeactivatedMailInput): RenderedMail =>
  mailIn(catalogue, recipient, (words, language) => ({
    subject: words.subject,
    paragraphs: words.paragraphs,
    facts: [{ label: words.at, value: instantInWords(language, at) }],
    action: { label: words.action, url: link },
    footer: [words.footer],
  }));
