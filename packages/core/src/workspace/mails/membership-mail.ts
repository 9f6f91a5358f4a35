import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';

/** A short mail about who belongs to a workspace. */
export interface MembershipMailWords<I> {
  subject(input: I): string;
  paragraphs(input: I): readonly string[];
  readonly footer: string;
}

export interface MembershipMailInput extends Addressee {
  readonly workspaceName: string;
}

/** Says what happened, where, and where to look; it has no link if the recipient can open nothing any more. */
export function membershipMail<I extends MembershipMailInput>(
  catalogue: MailCatalogue<MembershipMailWords<I>>,
  input: I,
  action: { readonly labels: MailCatalogue<string>; readonly url: string } | null,
): RenderedMail {
  return mailIn(catalogue, input, (words, language) => ({
    subject: words.subject(input),
    paragraphs: words.paragraphs(input),
    action: action === null ? null : { label: action.labels[language], url: action.url },
    footer: [words.footer],
  }));
}
