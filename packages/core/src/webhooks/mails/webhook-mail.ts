import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

/** A mail about one endpoint of a workspace. */
export interface WebhookMailInput extends Addressee {
  readonly workspaceName: string;
  readonly url: string;
  /** The URL of the endpoint's page. */
  readonly link: string;
}

export interface WebhookMailWords<I> {
  subject(workspace: string): string;
  paragraphs(input: I): readonly string[];
  readonly at: string;
  readonly action: string;
}

const common: MailCatalogue<{ address: string; footer: string }> = {
  en: {
    address: 'Endpoint',
    footer: 'You receive this because you own the workspace or created the endpoint.',
  },
  de: {
    address: 'Endpunkt',
    footer: 'Sie erhalten diese Mail, weil Ihnen der Workspace gehört oder Sie den Endpunkt angelegt haben.',
  },
};

/** Says what happened to which endpoint and when, with a link to its page. */
export function webhookMail<I extends WebhookMailInput>(
  catalogue: MailCatalogue<WebhookMailWords<I>>,
  input: I,
  at: Instant,
): RenderedMail {
  return mailIn(catalogue, input, (words, language) => ({
    subject: words.subject(input.workspaceName),
    paragraphs: words.paragraphs(input),
    facts: [
      { label: common[language].address, value: input.url },
      { label: words.at, value: instantInWords(language, at) },
    ],
    action: { label: words.action, url: input.link },
    footer: [common[language].footer],
  }));
}
