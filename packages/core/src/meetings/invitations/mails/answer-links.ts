import type { MailCatalogue, MailLanguage, MailQuestion } from '../../../kernel/mail-template.ts';
import type { Answer } from '../invitation.ts';

interface Words {
  readonly question: string;
  readonly answers: Readonly<Record<Answer, string>>;
}

const catalogue: MailCatalogue<Words> = {
  en: { question: 'Will you come?', answers: { accepted: 'Yes', tentative: 'Maybe', declined: 'No' } },
  de: { question: 'Kommen Sie?', answers: { accepted: 'Ja', tentative: 'Vielleicht', declined: 'Nein' } },
};

/** What the links of answers are made of. */
export interface Answerable {
  /** The recipient's own link. */
  readonly joinLink: string;
  readonly allowTentative: boolean;
  /** The session of a series that the mail asks about; null: the meeting. */
  readonly answerFor: string | null;
}

/**
 * The question whether somebody comes. Each answer opens their own link with the answer chosen; nothing is recorded before the
 * button on that page is pressed, since programs that check mail open every link (MTG-108).
 */
export function answerQuestion(
  language: MailLanguage,
  { joinLink, allowTentative, answerFor }: Answerable,
): MailQuestion {
  const { question, answers } = catalogue[language];
  const offered: readonly Answer[] = allowTentative
    ? ['accepted', 'tentative', 'declined']
    : ['accepted', 'declined'];
  const forSession = answerFor === null ? '' : `&session=${answerFor}`;
  return {
    text: question,
    answers: offered.map((answer) => ({
      label: answers[answer],
      url: `${joinLink}&answer=${answer}${forSession}`,
    })),
  };
}
