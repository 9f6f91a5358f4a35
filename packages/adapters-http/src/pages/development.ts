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
  readonly calendar: string | null;
}

/** `/dev/inbox`: the mails that would have left. Mounted only if the host is in development mode. */
export function developmentPages({ inbox, sms }: DevelopmentMail): readonly (readonly [string, Page])[] {
  return [
    [
      '/dev/inbox',
      async (_, response) => {
        const [mails, texts] = await Promise.all([inbox(), sms()]);
        const rows = mails.slice(0, 200).map(
          ({
            subject,
            to,
            date,
            text,
            calendar,
          }) => `<details><summary><strong>${escaped(subject)}</strong><span class="soft">to ${escaped(to)} · ${escaped(date)}</span></summary><div>
          <pre>${linked(text)}</pre>${calendar === null ? '' : `<p class="soft">invite.ics</p><pre>${escaped(calendar)}</pre>`}</div></details>`,
        );
        const messages = texts
          .slice(0, 50)
          .map(({ to, text }) => `<tr><td>${escaped(to)}</td><td>${escaped(text)}</td></tr>`);
        sendPage(
          response,
          'Inbox (development)',
          baseStyle,
          `<main><h1>Inbox</h1><p class="soft">Mail that this installation would have sent. Only development mode shows it.</p>${rows.join('') || '<p>Nothing yet.</p>'}
         ${messages.length === 0 ? '' : `<h2>SMS</h2><table>${messages.join('')}</table>`}</main>`,
        );
      },
    ],
  ];
}

/** Text with its addresses as links, so that a mail's link can be followed. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escaped(part)}" rel="noreferrer">${escaped(part)}</a>` : escaped(part),
    )
    .join('');
