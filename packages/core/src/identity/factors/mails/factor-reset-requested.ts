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
  own(requesterName: string): string;
  ofMember(requesterName: string, memberName: string): string;
  readonly effect: string;
  readonly effectiveAt: string;
  readonly reason: string;
  readonly action: string;
  readonly ownFooter: string;
  readonly ownersFooter: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: 'A reset of second factors was requested',
    own: (requesterName) => `${requesterName} asked to remove the second factors of your account.`,
    ofMember: (requesterName, memberName) =>
      `${requesterName} asked to remove the second factors of ${memberName}.`,
    effect:
      'At the time below all authenticators, passkeys and recovery codes of the account are removed and all its sessions end, unless the reset is cancelled.',
    effectiveAt: 'Takes effect',
    reason: 'Reason',
    action: 'Cancel the reset',
    ownFooter:
      'If you still have a factor or a recovery code, signing in with it cancels the reset too. If you did not ask for it, cancel it now.',
    ownersFooter:
      'You receive this because you own a workspace of this member. If you doubt it, cancel the reset.',
  },
  de: {
    subject: 'Ein Zurücksetzen zweiter Faktoren wurde verlangt',
    own: (requesterName) => `${requesterName} möchte die zweiten Faktoren Ihres Kontos entfernen.`,
    ofMember: (requesterName, memberName) =>
      `${requesterName} möchte die zweiten Faktoren von ${memberName} entfernen.`,
    effect:
      'Zum unten genannten Zeitpunkt werden alle Authenticatoren, Passkeys und Wiederherstellungscodes des Kontos entfernt und alle seine Sitzungen beendet, sofern das Zurücksetzen nicht abgebrochen wird.',
    effectiveAt: 'Wirksam ab',
    reason: 'Grund',
    action: 'Zurücksetzen abbrechen',
    ownFooter:
      'Wenn Sie noch einen Faktor oder einen Wiederherstellungscode haben, bricht auch eine Anmeldung damit das Zurücksetzen ab. Wenn Sie es nicht verlangt haben, brechen Sie es jetzt ab.',
    ownersFooter:
      'Sie erhalten diese Nachricht, weil Ihnen ein Workspace dieses Mitglieds gehört. Im Zweifel brechen Sie das Zurücksetzen ab.',
  },
};

interface FactorResetRequestedMailInput extends Addressee {
  /** The name is null in the mail to the member. */
  readonly memberName: string | null;
  readonly requesterName: string;
  readonly reason: string;
  readonly effectiveAt: Instant;
  /** The page on which the signed-in recipient cancels the reset. */
  readonly link: string;
}

/** The mail `factor-reset-requested` goes to the member and to the owners (MFA-14). */
export const factorResetRequestedMail = ({
  memberName,
  requesterName,
  reason,
  effectiveAt,
  link,
  ...recipient
}: FactorResetRequestedMailInput): RenderedMail =>
  mailIn(catalogue, recipient, (words, language) => ({
    subject: words.subject,
    paragraphs: [
      memberName === null ? words.own(requesterName) : words.ofMember(requesterName, memberName),
      words.effect,
    ],
    facts: [{ label: words.effectiveAt, value: instantInWords(language, effectiveAt) }],
    action: { label: words.action, url: link },
    quotation: { label: words.reason, text: reason },
    footer: [memberName === null ? words.ownFooter : words.ownersFooter],
  }));
