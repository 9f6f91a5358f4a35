import {
  type Addressee,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';

/** A mail about an address, with one link. */
export interface AddressMailInput extends Addressee {
  readonly address: string;
  readonly link: string;
}

export interface AddressMailWords extends MailWords {
  paragraphs(address: string): readonly string[];
}

/** Says what the recipient can do about the address, and links to the page. */
export const mailAboutAddress = (
  catalogue: MailCatalogue<AddressMailWords>,
  { address, link, ...recipient }: AddressMailInput,
): RenderedMail =>
  mailIn(catalogue, recipient, (words) => ({
    subject: words.subject,
    paragraphs: words.paragraphs(address),
    action: { label: words.action, url: link },
    footer: [words.footer],
  }));
