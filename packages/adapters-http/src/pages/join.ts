import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, type Chancery, isFailure } from '@chancery/core';
import { baseStyle, escaped, sendPage } from './html.ts';

type Door = Awaited<ReturnType<Chancery['meetings']['resolveJoinCode']>>;
type Page = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const style = `${baseStyle}
.door{max-width:30rem;margin:8vh auto 0;padding:1.5rem;border:1px solid var(--line);border-radius:12px;background:var(--paper)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:1.2rem 0 0}dt{color:var(--soft)}dd{margin:0}`;

/** `/?room=…`: what a join link opens where no other web app is configured. It tells when and whose, and nothing else. */
export function joinPage(
  chancery: Chancery,
  callerOf: (request: IncomingMessage) => Caller,
): readonly [string, Page] {
  return [
    '/',
    async (request, response) => {
      const joinCode = new URLSearchParams((request.url ?? '').split('?')[1] ?? '').get('room');
      if (joinCode === null) return sendPage(response, 'Chancery', style, welcome);
      try {
        const door = await chancery.meetings.resolveJoinCode(
          { joinCode },
          { ...callerOf(request), credential: null },
        );
        sendPage(response, door.title ?? 'Meeting', style, doorPage(door, chancery));
      } catch (error) {
        if (!isFailure(error)) throw error;
        sendPage(
          response,
          'Meeting',
          style,
          card('This link opens no meeting', `<p>${escaped(error.message)}</p>`),
          error.kind === 'too_many' ? 429 : 404,
        );
      }
    },
  ];
}

const card = (heading: string, body: string): string =>
  `<main class="door"><h1>${escaped(heading)}</h1>${body}</main>`;
const welcome = card(
  'Chancery',
  '<p>This is the address of a Chancery installation.</p><p><a href="/docs">API reference</a></p>',
);

function doorPage(
  { title, status, startsAt, endsAt, timeZone, workspaceName }: Door,
  { ports: { timeZones } }: Chancery,
): string {
  const wall = (instant: string) => timeZones.wall(instant, timeZone);
  const day = (instant: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
      new Date(`${wall(instant)}Z`),
    );
  const when =
    startsAt === null || endsAt === null
      ? 'Open'
      : `${day(startsAt)}, ${wall(startsAt).slice(11, 16)}–${wall(endsAt).slice(11, 16)}`;
  return card(
    title ?? 'Meeting',
    `<dl><dt>When</dt><dd>${escaped(when)}</dd><dt>Time zone</dt><dd>${escaped(timeZone)}</dd><dt>Workspace</dt><dd>${escaped(workspaceName)}</dd><dt>State</dt><dd>${escaped(status)}</dd></dl>`,
  );
}
