import type { ServerResponse } from 'node:http';
import type { PageAssets } from './assets.ts';
import { escaped } from './html.ts';
import type { PageCatalogue, PageLanguage } from './page-language.ts';

const server: PageCatalogue<string> = { en: 'Chancery at', de: 'Chancery auf' };

/** What the pages of mails may do: their own script and style, our own API, and nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()',
  Vary: 'Accept-Language',
};

export function sendHtml(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { ...pageHeaders, 'Content-Length': Buffer.byteLength(html) });
  response.end(html);
}

/** Up to and without the end of the head. */
export const head = (title: string, assets: PageAssets): string => `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Chancery</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.address('pages.css')}">`;

/** Every page says whose it is, so that a copy elsewhere does not. */
export const body = (content: string, language: PageLanguage, host: string): string => `<body>
<header class="top"><a class="brand" href="/">Chancery</a></header>
<main><div class="card">${content}</div></main>
<footer class="bottom"><p>${server[language]} <strong>${escaped(host)}</strong></p></footer>
</body>`;
