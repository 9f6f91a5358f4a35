import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';
import { type WebhookMailInput, type WebhookMailWords, webhookMail } from './webhook-mail.ts';

interface WebhookFailingMailInput extends WebhookMailInput {
  readonly failingSince: Instant;
}

const catalogue: MailCatalogue<WebhookMailWords<WebhookFailingMailInput>> = {
  en: {
    subject: (workspace) => `A webhook of ${workspace} is failing`,
    paragraphs: ({ workspaceName }) => [
      `For a day no delivery to a webhook endpoint of ${workspaceName} has succeeded.`,
      'Deliveries go on. After five days of failures the endpoint is switched off; what it missed can be sent again once it answers.',
    ],
    at: 'Failing since',
    action: 'Look at the deliveries',
  },
  de: {
    subject: (workspace) => `Ein Webhook von ${workspace} schlägt fehl`,
    paragraphs: ({ workspaceName }) => [
      `Seit einem Tag ist keine Zustellung an einen Webhook-Endpunkt von ${workspaceName} gelungen.`,
      'Die Zustellversuche gehen weiter. Nach fünf Tagen mit Fehlern wird der Endpunkt abgeschaltet; was er verpasst hat, lässt sich erneut senden, sobald er antwortet.',
    ],
    at: 'Fehler seit',
    action: 'Zustellungen ansehen',
  },
};

/** The mail `webhook-failing` to the owners and the creator of the endpoint. */
export const webhookFailingMail = (input: WebhookFailingMailInput): RenderedMail =>
  webhookMail(catalogue, input, input.failingSince);
