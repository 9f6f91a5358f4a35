import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';

interface Words {
  readonly subject: string;
  demand(workspaceName: string): string;
  readonly consequence: string;
  readonly dueAt: string;
  readonly action: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'Please add a second factor to your account',
    demand: (workspaceName) =>
      `${workspaceName} asks its members for a second factor at sign-in: an authenticator or a passkey. Your account has none yet.`,
    consequence: 'From the time below you cannot work there until you have one.',
    dueAt: 'Needed from',
    action: 'Add a second factor',
  },
  de: {
    subject: 'Bitte fügen Sie Ihrem Konto einen zweiten Faktor hinzu',
    demand: (workspaceName) =>
      `${workspaceName} verlangt von seinen Mitgliedern bei der Anmeldung einen zweiten Faktor: einen Authenticator oder einen Passkey. Ihr Konto hat noch keinen.`,
    consequence:
      'Ab dem unten genannten Zeitpunkt können Sie dort erst wieder arbeiten, wenn Sie einen haben.',
    dueAt: 'Nötig ab',
    action: 'Zweiten Faktor hinzufügen',
  },
};

interface SecondFactorDueMailInput extends Addressee {
  readonly workspaceName: string;
  readonly dueAt: Instant;
  /** The page that lists the recipient's factors. */
  readonly link: string;
}

/** The mail `second-factor-due` says that a workspace demands a second factor that the member does not have (MFA-12). */
export const secondFactorDueMail = ({
  workspaceName,
  dueAt,
  link,
  ...recipient
}: SecondFactorDueMailInput): RenderedMail =>
  mailIn(catalogue, recipient, (words, language) => ({
    subject: words.subject,
    paragraphs: [words.demand(workspaceName), words.consequence],
    facts: [{ label: words.dueAt, value: instantInWords(language, dueAt) }],
    action: { label: words.action, url: link },
    footer: [],
  }));
