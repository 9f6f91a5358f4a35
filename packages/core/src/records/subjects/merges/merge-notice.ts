import {
  type Addressee,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';

interface Words {
  readonly subject: (caseNumber: string) => string;
  readonly merged: string;
  readonly reversed: string;
  readonly next: string;
  readonly about: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (caseNumber) => `A subject of ${caseNumber} was merged`,
    merged:
      'Somebody who does not see this case has merged one of its subjects with another subject. Nothing in the case was changed, and nobody reads more of it than before.',
    reversed:
      'Somebody who does not see this case has reversed a merge of one of its subjects. Nothing in the case was changed.',
    next: 'If that is wrong, an owner or admin of the workspace can undo it.',
    about: 'Case',
    action: 'Open Chancery',
    footer: 'You receive this because you lead the case.',
  },
  de: {
    subject: (caseNumber) => `Eine Person von ${caseNumber} wurde zusammengeführt`,
    merged:
      'Jemand, der diesen Fall nicht sieht, hat eine Person des Falls mit einer anderen zusammengeführt. Im Fall wurde nichts geändert, und niemand liest mehr davon als zuvor.',
    reversed:
      'Jemand, der diesen Fall nicht sieht, hat die Zusammenführung einer Person des Falls rückgängig gemacht. Im Fall wurde nichts geändert.',
    next: 'Ist das falsch, kann ein Inhaber oder Administrator des Arbeitsbereichs es rückgängig machen.',
    about: 'Fall',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil Sie den Fall leiten.',
  },
};

export interface MergeNoticeInput extends Addressee {
  readonly caseNumber: string;
  readonly isReversal: boolean;
  /** The start page. */
  readonly link: string;
}

/** Names the case by its number alone: whose names they are is for those who see the subject (REC-12). */
export const mergeNotice = (input: MergeNoticeInput): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    subject: words.subject(input.caseNumber),
    paragraphs: [input.isReversal ? words.reversed : words.merged, words.next],
    facts: [{ label: words.about, value: input.caseNumber }],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
