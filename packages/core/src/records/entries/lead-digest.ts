import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';

/** How many entries of a case are not signed yet. */
export interface UnsignedInCase {
  readonly caseNumber: string;
  readonly count: number;
}

interface Words {
  readonly subject: (count: number) => string;
  readonly what: string;
  readonly next: string;
  readonly entries: (count: number) => string;
  readonly more: (count: number) => string;
  readonly footer: string;
  readonly action: string;
}

/** So many cases are named; of the others the mail says how many there are. */
const mostCases = 50;

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (count) =>
      count === 1 ? 'An entry waits for its signature' : `${count} entries wait for their signatures`,
    what: 'These cases have entries that their authors should have signed more than three days ago.',
    next: 'Ask the author to sign, or take the draft over.',
    entries: (count) => (count === 1 ? '1 entry' : `${count} entries`),
    more: (count) => (count === 1 ? '1 more case.' : `${count} more cases.`),
    footer: 'You receive this once a day, because you lead these cases.',
    action: 'Open Chancery',
  },
  de: {
    subject: (count) =>
      count === 1
        ? 'Ein Eintrag wartet auf seine Unterschrift'
        : `${count} Einträge warten auf ihre Unterschrift`,
    what: 'In diesen Fällen gibt es Einträge, die seit mehr als drei Tagen unterschrieben sein sollten.',
    next: 'Bitten Sie um die Unterschrift, oder übernehmen Sie den Entwurf.',
    entries: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
    more: (count) => (count === 1 ? '1 weiterer Fall.' : `${count} weitere Fälle.`),
    footer: 'Sie erhalten diese Mail einmal am Tag, weil Sie diese Fälle leiten.',
    action: 'Chancery öffnen',
  },
};

export interface LeadDigestInput extends Addressee {
  readonly cases: readonly UnsignedInCase[];
  /** The start page. */
  readonly link: string;
}

/** Names cases by their numbers alone, and nobody: a mailbox is no place for what is in a record. */
export const leadDigestMail = (input: LeadDigestInput): RenderedMail =>
  mailIn(catalogue, input, (words) => {
    const { cases } = input;
    const left = cases.length - mostCases;
    return {
      subject: words.subject(cases.reduce((sum, { count }) => sum + count, 0)),
      paragraphs: left > 0 ? [words.what, words.next, words.more(left)] : [words.what, words.next],
      facts: cases
        .slice(0, mostCases)
        .map(({ caseNumber, count }) => ({ label: caseNumber, value: words.entries(count) })),
      action: { label: words.action, url: input.link },
      footer: [words.footer],
    };
  });
