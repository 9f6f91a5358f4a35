import {
  greetingOf,
  instantInWords,
  type MailCatalogue,
  mailLanguage,
  type RenderedMail,
  renderMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';
import type { GiveUpReason } from '../endpoint.ts';

interface Words {
  subject(workspace: string): string;
  readonly because: Readonly<Record<GiveUpReason, string>>;
  readonly follows: string;
  readonly address: string;
  readonly at: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (workspace) => `A webhook of ${workspace} was switched off`,
    because: {
      failing: 'No delivery to this webhook endpoint has succeeded for five days, so it was switched off.',
      gone: 'The receiver of this webhook endpoint answered that it is gone for good (410), so it was switched off.',
    },
    follows:
      'Events are kept for 30 days. Switch the endpoint on again, then recover the time that it missed: every event keeps its id.',
    address: 'Endpoint',
    at: 'Switched off',
    action: 'Open the endpoint',
    footer: 'You receive this because you own the workspace or created the endpoint.',
  },
  de: {
    subject: (workspace) => `Ein Webhook von ${workspace} wurde abgeschaltet`,
    because: {
      failing:
        'Seit fünf Tagen ist keine Zustellung an diesen Webhook-Endpunkt gelungen; er wurde deshalb abgeschaltet.',
      gone: 'Der Empfänger dieses Webhook-Endpunkts hat gemeldet, dass es ihn nicht mehr gibt (410); er wurde deshalb abgeschaltet.',
    },
    follows:
      'Ereignisse werden 30 Tage aufbewahrt. Schalten Sie den Endpunkt wieder ein und holen Sie die verpasste Zeit nach: Jedes Ereignis behält seine Kennung.',
    address: 'Endpunkt',
    at: 'Abgeschaltet',
    action: 'Endpunkt öffnen',
    footer: 'Sie erhalten diese Mail, weil Ihnen der Workspace gehört oder Sie den Endpunkt angelegt haben.',
  },
};

interface WebhookDisabledMailInput {
  readonly locale: string;
  readonly recipientName: string | null;
  readonly workspaceName: string;
  readonly url: string;
  readonly reason: GiveUpReason;
  readonly at: Instant;
  /** The page of the endpoint. */
  readonly link: string;
}

/** The mail `webhook-disabled`, to owners and to who made the endpoint. */
export function webhookDisabledMail(input: WebhookDisabledMailInput): RenderedMail {
  const language = mailLanguage(input.locale);
  const words = catalogue[language];
  return renderMail({
    language,
    subject: words.subject(input.workspaceName),
    greeting: greetingOf(language, input.recipientName),
    paragraphs: [words.because[input.reason], words.follows],
    facts: [
      { label: words.address, value: input.url },
      { label: words.at, value: instantInWords(language, input.at) },
    ],
    action: { label: words.action, url: input.link },
    quotation: null,
    footer: [words.footer],
  });
}
