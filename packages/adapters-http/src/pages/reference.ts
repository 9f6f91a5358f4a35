import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonSchema } from '../contract/schema-book.ts';
import type { Page } from './html.ts';
import { iconLink } from './icon-link.ts';
import { renderer } from './renderer.ts';
import { storedPage } from './stored-page.ts';

const drawing = fileURLToPath(new URL('../../browser/reference.js', import.meta.url));

/**
 * `/openapi.json`, and `/docs`: the same document for people, to read, to search and to try out. The renderer is served
 * from here like every other script, under an address that changes with it.
 */
export function referencePage(
  document: () => JsonSchema,
  baseUrl: string,
): readonly (readonly [string, Page])[] {
  const scripts = [
    { name: 'scalar-api-reference.js', body: renderer() },
    { name: 'reference.js', body: readFileSync(drawing) },
  ].map(({ name, body }) => ({ address: `/docs/${digestOf(body)}/${name}`, body }));
  return [
    [
      '/openapi.json',
      storedPage(() => ({
        body: JSON.stringify(document()),
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
      })),
    ],
    [
      '/docs',
      storedPage(() => ({
        body: sheet(scripts.map(({ address }) => address)),
        headers: headersOf(baseUrl),
      })),
    ],
    ...scripts.map(({ address, body }) => [address, script(body)] as const),
  ];
}

const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

const script = (body: Buffer): Page =>
  storedPage(() => ({
    body,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  }));

const sheet = (scripts: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Chancery</title>
${iconLink}
${scripts.map((address) => `<script src="${address}" defer></script>`).join('\n')}
</head>
<body>
<noscript><main><h1>API reference</h1><p>This page needs JavaScript. The whole contract is in <a href="/openapi.json">openapi.json</a> too.</p></main></noscript>
<div id="reference"></div>
</body>
</html>
`;

/**
 * Only our own scripts run, none is evaluated from text, and they call no other server. Styles are the exception: the
 * renderer writes its own into the page.
 */
const headersOf = (baseUrl: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "img-src 'self' data:",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=(), display-capture=()',
  'Cache-Control': 'no-cache',
});
