import {
  greetingOf,
  instantInWords,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';

interface Words {
  subject(workspace: string): string;
  failing(workspace: string): string;
  readonly follows: string;
  readonly address: string;
  readonly since: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (workspace) => `A webhook of ${workspace} is failing`,
    failing: (workspace) => `For a day no delivery to a webhook endpoint of ${workspace} has succeeded.`,
    follows:
      'Deliveries go on. After five days of failures the endpoint is switched off; what it missed can be sent again once it answers.',
    address: 'Endpoint',
    since: 'Failing since',
    action: 'Look at the deliveries',
    footer: 'You receive this because you own the workspace or created the endpoint.',
  },
  de: {
    subject: (workspace) => `Ein Webhook von ${workspace} schlägt fehl`,
    failing: (workspace) =>
      `Seit einem Tag ist keine Zustellung an einen Webhook-Endpunkt von ${workspace} gelungen.`,
    follows:
      'Die Zustellversuche gehen weiter. Nach fünf Tagen mit Fehlern wird der Endpunkt abgeschaltet; was er verpasst hat, lässt sich erneut senden, sobald er antwortet.',
    address: 'Endpunkt',
    since: 'Fehler seit',
    action: 'Zustellungen ansehen',
    footer: 'Sie erhalten diese Mail, weil Ihnen der Workspace gehört oder Sie den Endpunkt angelegt haben.',
  },
};

interface WebhookFailingMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  readonly workspaceName: string;
  readonly url: string;
  readonly failingSince: Instant;
  /** The page of the endpoint. */
  readonly link: string;
}

/** The mail `webhook-failing`, to owners and to who made the endpoint. */
export function webhookFailingMail(input: WebhookFailingMailInput): RenderedMail {
  const language = mailLanguage(input.locale);
  const words = catalogue[language];
  return renderMail({
    language,
    subject: words.subject(input.workspaceName),
    greeting: greetingOf(language, input.recipientName),
    paragraphs: [words.failing(input.workspaceName), words.follows],
    facts: [
      { label: words.address, value: input.url },
      { label: words.since, value: instantInWords(language, input.failingSince) },
    ],
    action: { label: words.action, url: input.link },
    quotation: null,
    footer: [words.footer],
  });
}
