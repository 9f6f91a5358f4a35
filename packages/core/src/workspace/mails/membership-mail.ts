import {
  greetingOf,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';

/** A short mail about who belongs to a workspace. */
export interface MembershipMailWords<I> {
  subject(input: I): string;
  paragraphs(input: I): readonly string[];
  readonly footer: string;
}

export interface MembershipMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  readonly workspaceName: string;
}

/** What happened, where, and where to look; without a link where the recipient has nothing to open any more. */
export function membershipMail<I extends MembershipMailInput>(
  catalogue: MailCatalogue<MembershipMailWords<I>>,
  input: I,
  action: { readonly labels: MailCatalogue<string>; readonly url: string } | null,
): RenderedMail {
  const language = mailLanguage(input.locale);
  const words = catalogue[language];
  return renderMail({
    language,
    subject: words.subject(input),
    greeting: greetingOf(language, input.recipientName),
    paragraphs: words.paragraphs(input),
    facts: [],
    action: action === null ? null : { label: action.labels[language], url: action.url },
    quotation: null,
    footer: [words.footer],
  });
}
