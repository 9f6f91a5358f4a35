import {
  type Addressee,
  dateInWords,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { PlainDate } from '../../../kernel/time.ts';
import type { ReasonedNoticeWords } from '../../notice-words.ts';
import type { renewalPriorities } from '../renewal.ts';

/** What a renewal mail is about. */
export const renewalNotices = ['opened', 'submitted', 'approved', 'rejected', 'overdue'] as const;
export type RenewalNotice = (typeof renewalNotices)[number];
type Priority = (typeof renewalPriorities)[number];

interface Words {
  readonly notices: Readonly<Record<RenewalNotice, ReasonedNoticeWords>>;
  readonly document: string;
  readonly due: string;
  readonly urgency: string;
  readonly priorities: Readonly<Record<Priority, string>>;
  readonly note: string;
  readonly action: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      opened: {
        subject: (document) => `${document} has to be renewed`,
        what: (document, workspace) =>
          `A renewal of the document ${document} of ${workspace} was opened, and it is yours.`,
        next: 'Get the new document, upload it and submit it as the replacement.',
        footer: 'You receive this because the renewal was given to you.',
      },
      submitted: {
        subject: (document) => `A replacement of ${document} waits for your approval`,
        what: (document, workspace) =>
          `A replacement of the document ${document} of ${workspace} was submitted.`,
        next: 'Look at the new document, then approve or reject it. Somebody other than who submitted it has to decide.',
        footer: 'You receive this because you may approve it.',
      },
      approved: {
        subject: (document) => `The replacement of ${document} was approved`,
        what: (document, workspace) =>
          `The replacement of ${document} of ${workspace} that you submitted was approved, and has taken its place.`,
        next: 'Say until when the new document is valid, if nobody has yet.',
        footer: 'You receive this because you submitted the replacement.',
      },
      rejected: {
        subject: (document) => `The replacement of ${document} was rejected`,
        what: (document, workspace) =>
          `The replacement of ${document} of ${workspace} that you submitted was rejected.`,
        next: 'Read why, and submit another one.',
        footer: 'You receive this because you submitted the replacement.',
      },
      overdue: {
        subject: (document) => `The renewal of ${document} is overdue`,
        what: (document, workspace) =>
          `The renewal of the document ${document} of ${workspace} was to be done by now.`,
        next: 'Submit the replacement, move the day, or say that the document is not renewed.',
        footer: 'You receive this because the renewal was given to you.',
      },
    },
    document: 'Document',
    due: 'Due on',
    urgency: 'Priority',
    priorities: { low: 'low', medium: 'medium', high: 'high', critical: 'critical' },
    note: 'Note',
    action: 'Open Chancery',
  },
  de: {
    notices: {
      opened: {
        subject: (document) => `${document} muss erneuert werden`,
        what: (document, workspace) =>
          `Für das Dokument ${document} von ${workspace} wurde eine Erneuerung eröffnet, und sie liegt bei Ihnen.`,
        next: 'Besorgen Sie das neue Dokument, laden Sie es hoch und reichen Sie es als Ersatz ein.',
        footer: 'Sie erhalten diese Mail, weil Ihnen die Erneuerung zugeteilt wurde.',
      },
      submitted: {
        subject: (document) => `Ein Ersatz für ${document} wartet auf Ihre Freigabe`,
        what: (document, workspace) =>
          `Für das Dokument ${document} von ${workspace} wurde ein Ersatz eingereicht.`,
        next: 'Sehen Sie das neue Dokument an und geben Sie es frei oder lehnen Sie es ab. Entscheiden muss jemand anderes als die Person, die es eingereicht hat.',
        footer: 'Sie erhalten diese Mail, weil Sie den Ersatz freigeben dürfen.',
      },
      approved: {
        subject: (document) => `Der Ersatz für ${document} wurde freigegeben`,
        what: (document, workspace) =>
          `Der Ersatz für ${document} von ${workspace}, den Sie eingereicht haben, wurde freigegeben und ist an seine Stelle getreten.`,
        next: 'Geben Sie an, bis wann das neue Dokument gilt, falls das noch niemand getan hat.',
        footer: 'Sie erhalten diese Mail, weil Sie den Ersatz eingereicht haben.',
      },
      rejected: {
        subject: (document) => `Der Ersatz für ${document} wurde abgelehnt`,
        what: (document, workspace) =>
          `Der Ersatz für ${document} von ${workspace}, den Sie eingereicht haben, wurde abgelehnt.`,
        next: 'Lesen Sie den Grund und reichen Sie einen anderen ein.',
        footer: 'Sie erhalten diese Mail, weil Sie den Ersatz eingereicht haben.',
      },
      overdue: {
        subject: (document) => `Die Erneuerung von ${document} ist überfällig`,
        what: (document, workspace) =>
          `Die Erneuerung des Dokuments ${document} von ${workspace} sollte inzwischen erledigt sein.`,
        next: 'Reichen Sie den Ersatz ein, verschieben Sie den Tag, oder geben Sie an, dass das Dokument nicht erneuert wird.',
        footer: 'Sie erhalten diese Mail, weil Ihnen die Erneuerung zugeteilt wurde.',
      },
    },
    document: 'Dokument',
    due: 'Fällig am',
    urgency: 'Dringlichkeit',
    priorities: { low: 'niedrig', medium: 'mittel', high: 'hoch', critical: 'kritisch' },
    note: 'Anmerkung',
    action: 'Chancery öffnen',
  },
};

interface RenewalMailInput extends Addressee {
  readonly notice: RenewalNotice;
  readonly documentName: string;
  readonly workspaceName: string;
  readonly dueOn: PlainDate;
  readonly priority: Priority;
  /** What somebody wrote with it; null for nothing. */
  readonly note: string | null;
  /** The start page. */
  readonly link: string;
}

/** The mails `renewal-opened`, `renewal-submitted`, `renewal-decided` and `renewal-overdue`. */
export const renewalMail = (input: RenewalMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { notice, documentName, workspaceName, dueOn, priority, note, link } = input;
    const { subject, what, next, footer } = words.notices[notice];
    return {
      subject: subject(documentName),
      paragraphs: [what(documentName, workspaceName), next],
      facts: [
        { label: words.document, value: documentName },
        { label: words.due, value: dateInWords(language, `${dueOn}T00:00:00`) },
        { label: words.urgency, value: words.priorities[priority] },
      ],
      ...(note === null || note === '' ? {} : { quotation: { label: words.note, text: note } }),
      action: { label: words.action, url: link },
      footer: [footer],
    };
  });
