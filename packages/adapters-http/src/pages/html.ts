import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { iconLink } from './icon-link.ts';

/** What answers a GET of a path that is no endpoint. */
export type Page = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: unknown): string =>
  String(text ?? '').replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** How a Content Security Policy (Level 3, section 2.3.1) names a script or a style that stands in a page. */
export const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface PlainPageMore {
  readonly language?: string;
  /** What the page may do beside showing itself: further directives of its policy. */
  readonly policy?: string;
}

/** A page without script, whose one style sheet is allowed by its digest; nothing is loaded but our own icon. */
export function plainPage(
  title: string,
  style: string,
  body: string,
  { language = 'en', policy = '' }: PlainPageMore = {},
) {
  return {
    body: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>${iconLink}<style>${style}</style></head><body>${body}</body></html>`,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src ${sourceOf(style)}; img-src 'self' data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'${policy === '' ? '' : `; ${policy}`}`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    },
  };
}

export function sendPage(
  response: ServerResponse,
  title: string,
  style: string,
  body: string,
  more?: PlainPageMore,
): void {
  const { body: html, headers } = plainPage(title, style, body, more);
  response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(html) });
  response.end(html);
}

export const baseStyle = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#d9dee6;--paper:#fff;--tint:#f5f7fa;--accent:#1f5fbf}
@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b6;--line:#313a47;--paper:#151a21;--tint:#1c232c;--accent:#7eb0ff}}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.7rem;margin:.2rem 0}h2{margin:2.5rem 0 .6rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
a{color:var(--accent)}code,pre{font:.86rem/1.5 ui-monospace,monospace}pre{background:var(--tint);border:1px solid var(--line);border-radius:6px;padding:.7rem;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem}td,th{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
.soft{color:var(--soft)}details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;background:var(--paper)}summary{cursor:pointer;padding:.6rem .8rem;display:flex;gap:.6rem;flex-wrap:wrap;align-items:baseline}
details>div{padding:0 .8rem .8rem}.verb{font:700 .78rem ui-monospace,monospace;padding:.1rem .4rem;border-radius:4px;background:var(--tint);border:1px solid var(--line)}`;
