import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';

/** A mail about the second factors of the recipient's account. */
export interface FactorMailInput extends Addressee {
  readonly at: Instant;
  /** The page that lists the recipient's factors, or the one that removes the factor that the mail is about. */
  readonly link: string;
}

export interface FactorMailWords<I> {
  readonly subject: string;
  paragraphs(input: I): readonly string[];
  readonly footer: string;
  /** What the link does, if it does not just lead to the list. */
  readonly action?: string;
}

const common: MailCatalogue<{ at: string; action: string }> = {
  en: { at: 'Time', action: 'Review your second factors' },
  de: { at: 'Zeitpunkt', action: 'Zweite Faktoren ansehen' },
};

/** Says what happened and when, and leads to the page on which it can be undone. */
export function factorMail<I extends FactorMailInput>(
  catalogue: MailCatalogue<FactorMailWords<I>>,
  input: I,
): RenderedMail {
  return mailIn(catalogue, input, (words, language) => ({
    subject: words.subject,
    paragraphs: words.paragraphs(input),
    facts: [{ label: common[language].at, value: instantInWords(language, input.at) }],
    action: { label: words.action ?? common[language].action, url: input.link },
    footer: [words.footer],
  }));
}
