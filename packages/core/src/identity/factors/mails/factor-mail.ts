import {
  greetingOf,
  instantInWords,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';

/** A mail about the second lock of the recipient's account. */
export interface FactorMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  readonly at: Instant;
  /** The page of the recipient's factors. */
  readonly link: string;
}

export interface FactorMailWords<I> {
  readonly subject: string;
  paragraphs(input: I): readonly string[];
  readonly footer: string;
}

const common: MailCatalogue<{ at: string; action: string }> = {
  en: { at: 'Time', action: 'Review your second factors' },
  de: { at: 'Zeitpunkt', action: 'Zweite Faktoren ansehen' },
};

/** What happened and when, with the way to the page where it can be undone. */
export function factorMail<I extends FactorMailInput>(
  catalogue: MailCatalogue<FactorMailWords<I>>,
  input: I,
): RenderedMail {
  const language = mailLanguage(input.locale);
  const [words, label] = [catalogue[language], common[language]];
  return renderMail({
    language,
    subject: words.subject,
    greeting: greetingOf(language, input.recipientName),
    paragraphs: words.paragraphs(input),
    facts: [{ label: label.at, value: instantInWords(language, input.at) }],
    action: { label: label.action, url: input.link },
    quotation: null,
    footer: [words.footer],
  });
}
