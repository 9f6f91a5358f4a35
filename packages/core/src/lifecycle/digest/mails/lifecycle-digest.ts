import {
  type Addressee,
  dateInWords,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { PlainDate } from '../../../kernel/time.ts';

/** How things stand with the documents of a workspace. */
export interface Digest {
  readonly expired: number;
  readonly inGrace: number;
  readonly expiringSoon: number;
  readonly missingDate: number;
  readonly unconfirmed: number;
  readonly overdueRenewals: number;
  readonly holdsToReview: number;
  /** What the worker gave up and nobody has looked at (OPS-4). */
  readonly failedActions: number;
  /** The documents whose date comes first, the earliest first. */
  readonly next: readonly {
    readonly name: string;
    readonly expiresOn: PlainDate;
    readonly timeZone: string;
  }[];
}
type Count = Exclude<keyof Digest, 'next'>;

interface Words {
  readonly subject: (workspace: string) => string;
  readonly what: (workspace: string) => string;
  readonly next: string;
  readonly counts: Readonly<Record<Count, string>>;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (workspace) => `The documents of ${workspace} this week`,
    what: (workspace) => `This is how the documents of ${workspace} stand.`,
    next: 'Below that are the documents whose last day comes first.',
    counts: {
      expired: 'Expired',
      inGrace: 'In days of grace',
      expiringSoon: 'Expiring soon',
      missingDate: 'Without a date',
      unconfirmed: 'Not confirmed',
      overdueRenewals: 'Renewals overdue',
      holdsToReview: 'Holds to review',
      failedActions: 'Failed actions',
    },
    action: 'Open Chancery',
    footer: 'You receive this each week because you own the workspace; its settings say on which day.',
  },
  de: {
    subject: (workspace) => `Die Dokumente von ${workspace} in dieser Woche`,
    what: (workspace) => `So steht es um die Dokumente von ${workspace}.`,
    next: 'Darunter stehen die Dokumente, deren letzter Tag als nächstes kommt.',
    counts: {
      expired: 'Abgelaufen',
      inGrace: 'In der Nachfrist',
      expiringSoon: 'Laufen bald ab',
      missingDate: 'Ohne Datum',
      unconfirmed: 'Nicht bestätigt',
      overdueRenewals: 'Erneuerung überfällig',
      holdsToReview: 'Sperre zu prüfen',
      failedActions: 'Fehlgeschlagen',
    },
    action: 'Chancery öffnen',
    footer:
      'Sie erhalten diese Mail jede Woche, weil Ihnen der Arbeitsbereich gehört; an welchem Tag, sagen seine Einstellungen.',
  },
};

interface DigestMailInput extends Addressee {
  readonly workspaceName: string;
  readonly digest: Digest;
  /** The start page. */
  readonly link: string;
}

const counted = Object.keys(catalogue.en.counts) as readonly Count[];

/** The mail `lifecycle-digest`. */
export const digestMail = (input: DigestMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { workspaceName, digest, link } = input;
    const { next } = digest;
    return {
      subject: words.subject(workspaceName),
      paragraphs: [words.what(workspaceName), ...(next.length > 0 ? [words.next] : [])],
      facts: [
        ...counted.flatMap((count) =>
          digest[count] === 0 ? [] : [{ label: words.counts[count], value: String(digest[count]) }],
        ),
        ...next.map(({ name, expiresOn, timeZone }) => ({
          label: dateInWords(language, `${expiresOn}T00:00:00`),
          value: `${name} (${timeZone})`,
        })),
      ],
      action: { label: words.action, url: link },
      footer: [words.footer],
    };
  });
