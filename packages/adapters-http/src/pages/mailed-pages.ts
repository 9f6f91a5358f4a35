import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageAssets } from './assets.ts';
import { escaped } from './html.ts';
import { type PageCatalogue, type PageLanguage, pageLanguage } from './page-language.ts';
import { body, head, sendHtml } from './shell.ts';

type Page = (request: IncomingMessage, response: ServerResponse) => void;

export interface MailedPageOptions {
  readonly assets: PageAssets;
  /** Of the web address, which every page names. */
  readonly host: string;
  readonly passwordMinLength: number;
  /** Names of the providers that a person can sign in with here. */
  readonly providers: readonly string[];
}

/** Each page that works by script: its address, the module that draws it, its title until then. */
const pages: readonly (readonly [string, string, PageCatalogue<string>])[] = [
  ['/verify-email', 'verify-email', { en: 'Verify your address', de: 'Adresse bestätigen' }],
  ['/forgot-password', 'forgot-password', { en: 'Forgot your password?', de: 'Passwort vergessen?' }],
  ['/reset-password', 'reset-password', { en: 'Choose a new password', de: 'Neues Passwort wählen' }],
  ['/confirm-email', 'confirm-email', { en: 'Confirm your new address', de: 'Neue Adresse bestätigen' }],
  [
    '/revert-email',
    'revert-email',
    { en: 'Take back the change of address', de: 'Adressänderung zurücknehmen' },
  ],
  ['/invitation', 'invitation', { en: 'Invitation', de: 'Einladung' }],
  [
    '/factor-reset/cancel',
    'cancel-factor-reset',
    { en: 'Cancel the reset of second factors', de: 'Zurücksetzen der zweiten Faktoren abbrechen' },
  ],
  ['/sign-in', 'account', { en: 'Sign in', de: 'Anmelden' }],
  ['/settings/sessions', 'account', { en: 'Sessions', de: 'Sitzungen' }],
  ['/settings/security', 'account', { en: 'Sign-in and security', de: 'Anmeldung und Sicherheit' }],
];

const noScript: PageCatalogue<string> = {
  en: 'This page needs JavaScript: without it, opening a link would already use it up.',
  de: 'Diese Seite braucht JavaScript: Sonst würde schon das Öffnen einen Link verbrauchen.',
};

/** The pages that links in mails open. Opening one spends nothing: the token stays behind `#` (AUT-15). */
export const mailedPages = (options: MailedPageOptions): readonly (readonly [string, Page])[] =>
  pages.map(([path, script, titles]) => [
    path,
    (request, response) => {
      const language = pageLanguage(request);
      sendHtml(response, shell(language, titles[language], script, options));
    },
  ]);

function shell(
  language: PageLanguage,
  title: string,
  script: string,
  { assets, host, passwordMinLength, providers }: MailedPageOptions,
): string {
  return `<!doctype html>
<html lang="${language}" data-password-minimum="${passwordMinLength}" data-providers="${escaped(providers.join(' '))}">
${head(title, assets)}
<script type="module" src="${assets.address(`${script}.js`)}"></script>
</head>
${body(
  `<h1 id="title" tabindex="-1">${escaped(title)}</h1>
<div id="alert" class="alert" role="alert"></div>
<div id="note" class="note" role="status"></div>
<div id="page"><noscript><p>${escaped(noScript[language])}</p></noscript></div>`,
  language,
  host,
)}
</html>
`;
}
