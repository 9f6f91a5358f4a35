import {
  type Addressee,
  dateInWords,
  type MailCatalogue,
  type MailLanguage,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { PlainDate } from '../../../kernel/time.ts';

/** A document that a notice tells of. */
export interface NoticedDocument {
  readonly name: string;
  readonly expiresOn: PlainDate;
  readonly timeZone: string;
  /** A person has to confirm the date, and nobody has (LIF-8). */
  readonly isUnconfirmed: boolean;
}

interface Words {
  readonly one: (document: string) => string;
  readonly several: (count: number) => string;
  readonly what: (workspace: string) => string;
  readonly unconfirmed: string;
  readonly others: (count: number) => string;
  /** Stands in the place of a date, before how many more there are. */
  readonly further: string;
  readonly named: (document: string, timeZone: string, isUnconfirmed: boolean) => string;
  readonly action: string;
  readonly footer: string;
  /** For people who are no members. */
  readonly footerOutside: (workspace: string) => string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    one: (document) => `Look at the date of ${document}`,
    several: (count) => `Look at the dates of ${count} documents`,
    what: (workspace) =>
      `These documents of ${workspace} expire or have expired; the date beside each is its last day. Renew them, or say that they are not needed any more.`,
    unconfirmed: 'Where a date is not confirmed, nobody has said yet that it is right: please confirm it.',
    further: 'Further',
    others: (count) => `${count} more, which you find in Chancery`,
    named: (document, timeZone, isUnconfirmed) =>
      `${document} (${timeZone})${isUnconfirmed ? ', not confirmed' : ''}`,
    action: 'Open Chancery',
    footer: 'You receive this because the policy of these documents names you, or because you own them.',
    footerOutside: (workspace) =>
      `You receive this because ${workspace} has entered your address for these documents. Ask them if you want no more of it.`,
  },
  de: {
    one: (document) => `Bitte das Datum von ${document} ansehen`,
    several: (count) => `Bitte die Daten von ${count} Dokumenten ansehen`,
    what: (workspace) =>
      `Diese Dokumente von ${workspace} laufen ab oder sind abgelaufen; neben jedem steht sein letzter Tag. Erneuern Sie sie, oder geben Sie an, dass sie nicht mehr gebraucht werden.`,
    unconfirmed:
      'Wo ein Datum nicht bestätigt ist, hat noch niemand gesagt, dass es stimmt: Bitte bestätigen Sie es.',
    further: 'Weitere',
    others: (count) => `${count} weitere, die Sie in Chancery finden`,
    named: (document, timeZone, isUnconfirmed) =>
      `${document} (${timeZone})${isUnconfirmed ? ', nicht bestätigt' : ''}`,
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil die Regel dieser Dokumente Sie nennt oder weil sie Ihnen gehören.',
    footerOutside: (workspace) =>
      `Sie erhalten diese Mail, weil ${workspace} Ihre Adresse für diese Dokumente eingetragen hat. Fragen Sie dort nach, wenn Sie keine weiteren möchten.`,
  },
};

interface NoticeMailInput extends Addressee {
  readonly workspaceName: string;
  /** The earliest date first. */
  readonly documents: readonly NoticedDocument[];
  /** The start page; null for people who are no members. */
  readonly link: string | null;
}

/** So many documents are named; the others are counted (LIF-13). */
const mostNamed = 50;

/** The mail `lifecycle-notice`. */
export const noticeMail = (input: NoticeMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { workspaceName, documents, link } = input;
    const named = documents.slice(0, mostNamed);
    const others = documents.length - named.length;
    const isAnyUnconfirmed = documents.some(({ isUnconfirmed }) => isUnconfirmed);
    return {
      subject: documents.length === 1 ? words.one(named[0]?.name ?? '') : words.several(documents.length),
      paragraphs: [words.what(workspaceName), ...(isAnyUnconfirmed ? [words.unconfirmed] : [])],
      facts: [
        ...named.map((document) => factOf(document, words, language)),
        ...(others > 0 ? [{ label: words.further, value: words.others(others) }] : []),
      ],
      action: link === null ? null : { label: words.action, url: link },
      footer: [link === null ? words.footerOutside(workspaceName) : words.footer],
    };
  });

const factOf = (
  { name, expiresOn, timeZone, isUnconfirmed }: NoticedDocument,
  words: Words,
  language: MailLanguage,
) => ({
  // Names are long, and the dates have the narrow column.
  label: dateInWords(language, `${expiresOn}T00:00:00`),
  value: words.named(name, timeZone, isUnconfirmed),
});
