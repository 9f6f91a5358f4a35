import type { ServerResponse } from 'node:http';
import type { PageAssets } from './assets.ts';
import { escaped, sourceOf } from './html.ts';
import { iconLink } from './icon-link.ts';
import type { PageCatalogue, PageLanguage } from './page-language.ts';
import { brandHeader, pictureOrigin, type WorkspaceBrand } from './workspace-brand.ts';

const server: PageCatalogue<string> = { en: 'Chancery at', de: 'Chancery auf' };

/** What the pages of mails may do: their own script and style, our own API, a media server and the logo of a workspace if they have one, and nothing else. */
const policyWith = (
  mediaOrigins: readonly string[],
  ofPicture: string | null,
  { drawsDocuments = false, framedBy = [], earlyScript }: Powers,
): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...(earlyScript === undefined ? [] : [sourceOf(earlyScript)])].join(' '),
    "style-src 'self'",
    ["connect-src 'self'", ...mediaOrigins].join(' '),
    [
      "img-src 'self' data:",
      ...(drawsDocuments ? ['blob:'] : []),
      ...(ofPicture === null ? [] : [ofPicture]),
    ].join(' '),
    ...(drawsDocuments ? ["worker-src 'self'"] : []),
    "form-action 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    drawsDocuments ? 'trusted-types chancery-worker' : "trusted-types 'none'",
  ].join('; ');

const devices = ['camera', 'microphone', 'display-capture'];
const permissionsWith = (hasMedia: boolean): string =>
  [
    'publickey-credentials-get=(self), publickey-credentials-create=(self), geolocation=()',
    ...devices.map((device) => `${device}=${hasMedia ? '(self)' : '()'}`),
  ].join(', ');

const pageHeaders = (
  mediaOrigins: readonly string[],
  ofPicture: string | null,
  powers: Powers,
): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyWith(mediaOrigins, ofPicture, powers),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': permissionsWith(mediaOrigins.length > 0),
  Vary: 'Accept-Language',
});

/** Where the pages are served: the files that they load, and the host of the web address. */
export interface Site {
  readonly assets: PageAssets;
  readonly host: string;
}

/** What only some pages may do. */
export interface Powers {
  /**
   * A script in the page itself, which runs before any file is there: to ask for what comes from afar, and then for the modules
   * that `data-modules` names.
   */
  readonly earlyScript?: string;
  /** The script draws PDF documents, which a worker reads, and shows pictures that it has made or fetched. */
  readonly drawsDocuments?: boolean;
  /** Origins of web apps that may show the page in a frame; by default nobody may. */
  readonly framedBy?: readonly string[];
}

/** What differs from page to page. */
export interface Sheet extends Powers {
  readonly title: string;
  readonly content: string;
  /** Our module that works the page; without one the page stands as it is. */
  readonly script?: string;
  /** Addresses of modules that take long to read: a page with an early script begins with them. */
  readonly firstModules?: readonly string[];
  /** A part of it that begins before the rest is there: to make ready what takes time. */
  readonly firstScript?: string;
  /** What the script begins with: `data-…` of the root. */
  readonly data?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** The origins of a media server that the script connects to; the person may turn on camera and microphone. */
  readonly mediaOrigins?: readonly string[];
  /** Further style sheets of ours, for what only some pages hold. */
  readonly styles?: readonly string[];
  /** Whose page it is; where it is left out, the product's. */
  readonly brand?: WorkspaceBrand;
}

/** Every page says whose it is, so that a copy elsewhere does not. */
export function sendSheet(
  response: ServerResponse,
  language: PageLanguage,
  { assets, host }: Site,
  {
    title,
    content,
    script,
    firstScript,
    firstModules = [],
    styles = [],
    data = {},
    status = 200,
    mediaOrigins = [],
    brand,
    ...powers
  }: Sheet,
): void {
  const { earlyScript } = powers;
  const { scripts, modules } = scriptsOf(assets, firstScript, script);
  // A browser reads ahead and loads every module that a link names before it runs anything, so an early script makes the links.
  const toLoad = earlyScript === undefined ? {} : { modules: [...firstModules, ...modules].join(' ') };
  const attributes = Object.entries({ host, ...data, ...toLoad }).map(
    ([name, value]) => ` data-${name}="${escaped(value)}"`,
  );
  const head = [
    ...['pages', ...styles].map((name) => `<link rel="stylesheet" href="${assets.address(`${name}.css`)}">`),
    ...(earlyScript === undefined ? modules : []).map(
      (address) => `<link rel="modulepreload" href="${address}">`,
    ),
    ...scripts.map((address) => `<script type="module" src="${address}"></script>`),
  ];
  const html = `<!doctype html>
<html lang="${language}"${attributes.join('')}>
<head>
<meta charset="utf-8">${earlyScript === undefined ? '' : `<script>${earlyScript}</script>`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Chancery</title>
${iconLink}
${head.join('\n')}
</head>
<body>
<header class="top">${headerOf(brand, powers)}</header>
<main><div class="card">${script === undefined ? still(title, content) : worked(title, content)}</div></main>
<footer class="bottom"><p>${server[language]} <strong>${escaped(host)}</strong></p></footer>
</body>
</html>
`;
  response.writeHead(status, {
    ...pageHeaders(mediaOrigins, pictureOrigin(brand), powers),
    'Content-Length': Buffer.byteLength(html),
  });
  response.end(html);
}

/** In a frame nothing leads to our other pages, which nobody may frame. */
function headerOf(brand: WorkspaceBrand | undefined, { framedBy = [] }: Powers): string {
  if (brand !== undefined) return brandHeader(brand);
  return framedBy.length === 0
    ? '<a class="brand" href="/">Chancery</a>'
    : '<span class="brand">Chancery</span>';
}

/** The addresses of the scripts, and of the modules that they import, so that a phone does not wait for one after the other. */
function scriptsOf({ address, modulesOf }: PageAssets, first: string | undefined, last: string | undefined) {
  const scripts = [first, last].flatMap((name) => (name === undefined ? [] : [`${name}.js`]));
  const modules = new Set(scripts.flatMap(modulesOf));
  for (const script of scripts) modules.delete(script);
  return { scripts: scripts.map(address), modules: [...modules].map(address) };
}

const still = (title: string, content: string) => `<h1>${escaped(title)}</h1>
${content}`;

/** The HTML of the page, with the places that scripts write to. */
const worked = (title: string, content: string) => `<h1 id="title" tabindex="-1">${escaped(title)}</h1>
<div id="alert" class="alert" role="alert"></div>
<div id="note" class="note" role="status"></div>
<div id="page">${content}</div>`;

const ways: PageCatalogue<{ readonly reference: string; readonly account: string }> = {
  en: { reference: 'API reference', account: 'Sign-in and security of your account' },
  de: { reference: 'API-Referenz', account: 'Anmeldung und Sicherheit Ihres Kontos' },
};

/** Where to go from a page that does nothing itself; the reference may be opened at one of its parts. */
export const waysOn = (language: PageLanguage, part = ''): string =>
  `<ul><li><a href="/docs${part === '' ? '' : `#tag/${escaped(part)}`}">${escaped(ways[language].reference)}</a></li><li><a href="/settings/security">${escaped(ways[language].account)}</a></li></ul>`;
