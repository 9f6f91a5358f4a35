import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageAssets } from './assets.ts';
import { escaped } from './html.ts';
import { type PageCatalogue, type PageLanguage, pageLanguage } from './page-language.ts';
import { body, head, sendHtml } from './shell.ts';

type Page = (request: IncomingMessage, response: ServerResponse) => void;

interface Guide {
  readonly path: RegExp;
  readonly title: PageCatalogue<string>;
  readonly lead: PageCatalogue<string>;
  /** Commands of the CLI, each a use case by name. */
  readonly commands: readonly string[];
  /** The part of the API reference. */
  readonly reference: string;
}

const guides: readonly Guide[] = [
  {
    path: /^\/settings\/members$/,
    title: { en: 'Members', de: 'Mitglieder' },
    lead: {
      en: 'Who belongs to a workspace, and who is invited, is managed from the command line or through the API.',
      de: 'Wer einem Workspace angehört und wer eingeladen ist, verwalten Sie mit der Befehlszeile oder über die API.',
    },
    commands: ['workspace list-members', 'workspace list-invitations'],
    reference: 'workspace',
  },
  {
    path: /^\/settings\/api-keys$/,
    title: { en: 'API keys', de: 'API-Schlüssel' },
    lead: {
      en: 'API keys are listed, renewed and revoked from the command line or through the API. If you do not know a key, revoke it at once.',
      de: 'API-Schlüssel sehen, erneuern und widerrufen Sie mit der Befehlszeile oder über die API. Kennen Sie einen Schlüssel nicht, widerrufen Sie ihn sofort.',
    },
    commands: [
      'integrations list-api-keys',
      'integrations rotate-api-key <apiKeyId>',
      'integrations revoke-api-key <apiKeyId>',
    ],
    reference: 'integrations',
  },
  {
    path: /^\/settings\/webhooks(\/[\w-]{1,64})?$/,
    title: { en: 'Webhooks', de: 'Webhooks' },
    lead: {
      en: 'See why deliveries failed, mend the receiver, then have them sent again.',
      de: 'Sehen Sie, warum Zustellungen gescheitert sind, bringen Sie den Empfänger in Ordnung und lassen Sie sie erneut senden.',
    },
    commands: [
      'webhooks list-webhook-endpoints',
      'webhooks list-webhook-deliveries <endpointId>',
      'webhooks recover-webhook-deliveries <endpointId>',
    ],
    reference: 'webhooks',
  },
  {
    path: /^\/settings\/jobs$/,
    title: { en: 'Background work', de: 'Hintergrundarbeit' },
    lead: {
      en: 'Work that was given up waits for you: look at why, then have it done again, or acknowledge it.',
      de: 'Aufgegebene Arbeit wartet auf Sie: Sehen Sie nach dem Grund, lassen Sie sie erneut ausführen oder nehmen Sie sie zur Kenntnis.',
    },
    commands: ['workspace list-jobs', 'workspace replay-job <jobId>', 'workspace acknowledge-job <jobId>'],
    reference: 'workspace',
  },
  {
    path: /^\/settings\/second-person$/,
    title: { en: 'Second person', de: 'Zweite Person' },
    lead: {
      en: 'See who may be the second person here, and every step that somebody took alone, with its reason.',
      de: 'Sehen Sie, wer hier zweite Person sein kann, und jeden Schritt, den jemand allein getan hat, mit Grund.',
    },
    commands: ['workspace get-second-person', 'workspace get-settings'],
    reference: 'workspace',
  },
  {
    path: /^\/settings\/billing$/,
    title: { en: 'Billing', de: 'Abrechnung' },
    lead: {
      en: 'Plan, invoices and payment of a workspace are managed by its owners, from the command line or through the API.',
      de: 'Tarif, Rechnungen und Zahlung eines Workspaces verwalten dessen Eigentümer, mit der Befehlszeile oder über die API.',
    },
    commands: ['billing get-billing', 'billing open-portal'],
    reference: 'billing',
  },
];

const words: PageCatalogue<{
  readonly commands: string;
  readonly reference: string;
  readonly account: string;
}> = {
  en: {
    commands: 'With the command line, signed in as yourself:',
    reference: 'API reference',
    account: 'Sign-in and security of your account',
  },
  de: {
    commands: 'Mit der Befehlszeile, angemeldet als Sie selbst:',
    reference: 'API-Referenz',
    account: 'Anmeldung und Sicherheit Ihres Kontos',
  },
};

/** Pages for links in mails to what has no page of its own here: what to do, and with what. They run no script. */
export function guidePageOf(assets: PageAssets, host: string): (path: string) => Page | undefined {
  return (path) => {
    const guide = path.startsWith('/settings/') ? guides.find((one) => one.path.test(path)) : undefined;
    if (guide === undefined) return undefined;
    return (request, response) => {
      const language = pageLanguage(request);
      sendHtml(response, written(guide, language, assets, host));
    };
  };
}

/** Each command that a guide names, for the test that they exist. */
export const guidedCommands = guides.flatMap(({ commands }) => commands);

function written(
  { title, lead, commands, reference }: Guide,
  language: PageLanguage,
  assets: PageAssets,
  host: string,
): string {
  const told = words[language];
  return `<!doctype html>
<html lang="${language}">
${head(title[language], assets)}
</head>
${body(
  `<h1>${escaped(title[language])}</h1>
<p>${escaped(lead[language])}</p>
<p>${escaped(told.commands)}</p>
<ul class="commands">${commands.map((command) => `<li><code>${escaped(`chancery ${command}`)}</code></li>`).join('')}</ul>
<ul><li><a href="/docs#${escaped(reference)}">${escaped(told.reference)}</a></li><li><a href="/settings/security">${escaped(told.account)}</a></li></ul>`,
  language,
  host,
)}
</html>
`;
}
