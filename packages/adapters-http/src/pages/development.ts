import type { ServerResponse } from 'node:http';
import { baseStyle, escaped, type Page, sendPage } from './html.ts';

/** What the spools of a development installation hold, newest first. */
export interface DevelopmentMail {
  inbox(): Promise<readonly SpooledMessage[]>;
  sms(): Promise<readonly { readonly to: string; readonly text: string }[]>;
}

interface SpooledMessage {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
  readonly calendar: string | null;
}

const messagePath = '/dev/inbox/message';
/** A link of a mail opens in a tab of its own, as from a mail program; nothing else leaves the frame. */
const frameRights = 'allow-popups allow-popups-to-escape-sandbox';

/** `/dev/inbox`: the mails that would have left. Mounted only if the host is in development mode. */
export function developmentPages({ inbox, sms }: DevelopmentMail): readonly (readonly [string, Page])[] {
  return [
    [
      '/dev/inbox',
      async (_, response) => {
        const [mails, texts] = await Promise.all([inbox(), sms()]);
        sendPage(response, 'Inbox (development)', inboxStyle, inboxOf(mails, texts), {
          policy: "frame-src 'self'",
        });
      },
    ],
    [
      messagePath,
      async (request, response) => {
        const id = new URLSearchParams((request.url ?? '').split('?')[1] ?? '').get('id');
        const mail = (await inbox()).find(({ messageId }) => messageId === id);
        sendMessage(response, mail?.html ?? null);
      },
    ],
  ];
}

const inboxStyle = `${baseStyle}
iframe{display:block;width:100%;height:38rem;border:1px solid var(--line);border-radius:6px;background:#fff;margin:.3rem 0 .6rem}`;

function inboxOf(
  mails: Awaited<ReturnType<DevelopmentMail['inbox']>>,
  texts: Awaited<ReturnType<DevelopmentMail['sms']>>,
): string {
  const messages = texts
    .slice(0, 50)
    .map(({ to, text }) => `<tr><td>${escaped(to)}</td><td>${escaped(text)}</td></tr>`);
  return `<main><h1>Inbox</h1><p class="soft">Mail that this installation would have sent. Only development mode shows it.</p>${mails.slice(0, 200).map(entryOf).join('') || '<p>Nothing yet.</p>'}
         ${messages.length === 0 ? '' : `<h2>SMS</h2><table>${messages.join('')}</table>`}</main>`;
}

/** One mail, closed. The frame is loaded only when it comes into view, so that a full inbox does not open 200 of them. */
const entryOf = ({ messageId, subject, to, date, text, html, calendar }: SpooledMessage): string =>
  `<details><summary><strong>${escaped(subject)}</strong><span class="soft">to ${escaped(to)} · ${escaped(date)}</span></summary><div>
          ${html === '' ? '' : `<iframe loading="lazy" sandbox="${frameRights}" title="${escaped(subject)}" src="${messagePath}?id=${encodeURIComponent(messageId)}"></iframe>`}
          ${part('As text', linked(text), html === '')}${calendar === null ? '' : part('invite.ics', escaped(calendar))}</div></details>`;

const part = (name: string, markup: string, isOpen = false): string =>
  `<details${isOpen ? ' open' : ''}><summary>${name}</summary><div><pre tabindex="0" aria-label="${name}">${markup}</pre></div></details>`;

/**
 * The HTML of one mail, as a mail program shows it: it runs nothing, loads nothing, and has an origin of its own, also where
 * somebody opens its address outside the frame.
 */
function sendMessage(response: ServerResponse, html: string | null): void {
  const body = (
    html ?? '<!doctype html><head><title>Gone</title></head><p>This mail is not in the spool any more.'
  )
    // Where a link opens is the reader's to say, and the mails do not say it.
    .replace('<head>', '<head><base target="_blank">');
  response.writeHead(html === null ? 404 : 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox ${frameRights}`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Text with its addresses as links, so that a mail's link can be followed. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) =>
      index % 2 === 1 ? `<a href="${escaped(piece)}" rel="noreferrer">${escaped(piece)}</a>` : escaped(piece),
    )
    .join('');
