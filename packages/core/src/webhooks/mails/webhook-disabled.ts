import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';
import type { AutoDisableReason } from '../endpoint.ts';
import { type WebhookMailInput, type WebhookMailWords, webhookMail } from './webhook-mail.ts';

interface WebhookDisabledMailInput extends WebhookMailInput {
  readonly reason: AutoDisableReason;
  readonly at: Instant;
}

const because: MailCatalogue<Readonly<Record<AutoDisableReason, string>>> = {
  en: {
    failing: 'No delivery to this webhook endpoint has succeeded for five days, so it was switched off.',
    gone: 'The receiver of this webhook endpoint answered that it is gone for good (410), so it was switched off.',
  },
  de: {
    failing:
      'Seit fünf Tagen ist keine Zustellung an diesen Webhook-Endpunkt gelungen; er wurde deshalb abgeschaltet.',
    gone: 'Der Empfänger dieses Webhook-Endpunkts hat gemeldet, dass es ihn nicht mehr gibt (410); er wurde deshalb abgeschaltet.',
  },
};

const catalogue: MailCatalogue<WebhookMailWords<WebhookDisabledMailInput>> = {
  en: {
    subject: (workspace) => `A webhook of ${workspace} was switched off`,
    paragraphs: ({ reason }) => [
      because.en[reason],
      'Events are kept for 30 days. Switch the endpoint on again, then recover the time that it missed: every event keeps its id.',
    ],
    at: 'Switched off',
    action: 'Open the endpoint',
  },
  de: {
    subject: (workspace) => `Ein Webhook von ${workspace} wurde abgeschaltet`,
    paragraphs: ({ reason }) => [
      because.de[reason],
      'Ereignisse werden 30 Tage aufbewahrt. Schalten Sie den Endpunkt wieder ein und holen Sie die verpasste Zeit nach: Jedes Ereignis behält seine Kennung.',
    ],
    at: 'Abgeschaltet',
    action: 'Endpunkt öffnen',
  },
};

/** The mail `webhook-disabled` to the owners and the creator of the endpoint. */
export const webhookDisabledMail = (input: WebhookDisabledMailInput): RenderedMail =>
  webhookMail(catalogue, input, input.at);
