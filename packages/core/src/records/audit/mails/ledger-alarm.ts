import {
  type Addressee,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';

interface LedgerAlarm extends Addressee {
  readonly workspaceName: string;
  readonly firstBadSeq: number | null;
  readonly reason: string | null;
  readonly link: string;
}

interface Words {
  subject(workspace: string): string;
  readonly paragraphs: readonly string[];
  readonly firstBadSeq: string;
  readonly reason: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (workspace) => `The audit ledger of ${workspace} was altered`,
    paragraphs: [
      'A verification has found that the audit ledger of this workspace is not what was written. No checkpoint is signed until it is right again.',
      'Keep the checkpoints that you have, do not delete backups, and ask the operator of the server.',
    ],
    firstBadSeq: 'First event that is wrong',
    reason: 'What is wrong',
    action: 'Open the ledger',
    footer: 'You receive this because you own the workspace or are one of its privacy officers.',
  },
  de: {
    subject: (workspace) => `Das Prüfprotokoll von ${workspace} wurde verändert`,
    paragraphs: [
      'Eine Prüfung hat ergeben, dass das Prüfprotokoll dieses Workspace nicht mehr das ist, was geschrieben wurde. Es wird kein Prüfpunkt unterschrieben, bis es wieder stimmt.',
      'Bewahren Sie Ihre Prüfpunkte auf, löschen Sie keine Sicherungen und fragen Sie den Betreiber des Servers.',
    ],
    firstBadSeq: 'Erstes falsches Ereignis',
    reason: 'Was falsch ist',
    action: 'Protokoll öffnen',
    footer:
      'Sie erhalten diese Mail, weil Ihnen der Workspace gehört oder Sie dort für den Datenschutz verantwortlich sind.',
  },
};

/** The mail `ledger-alarm` to an owner or a privacy officer. */
export const ledgerAlarmMail = (input: LedgerAlarm): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    subject: words.subject(input.workspaceName),
    paragraphs: words.paragraphs,
    facts: [
      { label: words.firstBadSeq, value: String(input.firstBadSeq ?? 1) },
      { label: words.reason, value: input.reason ?? '' },
    ],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
