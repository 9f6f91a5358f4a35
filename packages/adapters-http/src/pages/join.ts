import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, type Chancery, isFailure } from '@chancery/core';
import type { PageAssets } from './assets.ts';
import { escaped } from './html.ts';
import { type PageCatalogue, type PageLanguage, pageLanguage } from './page-language.ts';
import { body, head, sendHtml } from './shell.ts';

type Door = Awaited<ReturnType<Chancery['meetings']['resolveJoinCode']>>;
type Page = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Sheet {
  readonly title: string;
  readonly content: string;
  /** Goes on from there; of a link that opens nothing it takes the token out of the address bar. */
  readonly script: string;
  readonly status?: number;
  /** What the script begins with, so that it does not ask again. */
  readonly door?: Door;
}

/**
 * `/?room=…`: what a join link opens where no other web app is configured. The server tells when and whose, and nothing
 * else; the links of invitations and registrations, entering and registering are the script's.
 */
export function joinPage(
  chancery: Chancery,
  callerOf: (request: IncomingMessage) => Caller,
  assets: PageAssets,
  host: string,
): readonly [string, Page] {
  return [
    '/',
    async (request, response) => {
      const language = pageLanguage(request);
      const send = ({ title, content, script, status = 200, door }: Sheet) => {
        const data = door === undefined ? '' : ` data-door="${escaped(JSON.stringify(door))}"`;
        sendHtml(
          response,
          `<!doctype html>
<html lang="${language}"${data}>
${head(title, assets)}
<script type="module" src="${assets.address(script)}"></script>
</head>
${body(
  `<h1 id="title" tabindex="-1">${escaped(title)}</h1>
<div id="alert" class="alert" role="alert"></div>
<div id="note" class="note" role="status"></div>
<div id="page">${content}</div>`,
  language,
  host,
)}
</html>
`,
          status,
        );
      };
      const told = words[language];
      const joinCode = new URLSearchParams((request.url ?? '').split('?')[1] ?? '').get('room');
      if (joinCode === null)
        return send({ title: told.welcome, content: welcome(language), script: 'home.js' });
      try {
        const door = await chancery.meetings.resolveJoinCode(
          { joinCode },
          { ...callerOf(request), credential: null },
        );
        const content = `${doorPage(door, chancery, language)}<noscript><p>${escaped(told.noScript)}</p></noscript>`;
        send({ title: door.title ?? told.meeting, content, script: 'join.js', door });
      } catch (error) {
        if (!isFailure(error)) throw error;
        const busy = error.kind === 'too_many';
        send({
          title: told.noMeeting,
          content: `<p>${escaped(busy ? told.busy : told.noMeetingLead)}</p>`,
          script: 'join.js',
          status: busy ? 429 : 404,
        });
      }
    },
  ];
}

const welcome = (language: PageLanguage): string => {
  const { welcomeLead, account, reference } = words[language];
  return `<p>${escaped(welcomeLead)}</p><ul><li><a href="/settings/security">${escaped(account)}</a></li><li><a href="/docs">${escaped(reference)}</a></li></ul>`;
};

const words: PageCatalogue<{
  readonly welcome: string;
  readonly welcomeLead: string;
  readonly account: string;
  readonly reference: string;
  readonly meeting: string;
  readonly noMeeting: string;
  readonly noMeetingLead: string;
  readonly busy: string;
  readonly when: string;
  readonly open: string;
  readonly timeZone: string;
  readonly workspace: string;
  readonly state: string;
  readonly noScript: string;
  readonly dates: string;
}> = {
  en: {
    welcome: 'Welcome',
    welcomeLead: 'This is the address of a Chancery installation.',
    account: 'Sign-in and security of your account',
    reference: 'API reference',
    meeting: 'Meeting',
    noMeeting: 'This link opens no meeting',
    noMeetingLead: 'Open it again from the invitation, or ask the organizer for a new one.',
    busy: 'Too many attempts. Try again in a minute.',
    when: 'When',
    open: 'Open',
    timeZone: 'Time zone',
    workspace: 'Workspace',
    state: 'State',
    noScript: 'To enter or to answer, this page needs JavaScript.',
    dates: 'en-GB',
  },
  de: {
    welcome: 'Willkommen',
    welcomeLead: 'Das ist die Adresse einer Chancery-Installation.',
    account: 'Anmeldung und Sicherheit Ihres Kontos',
    reference: 'API-Referenz',
    meeting: 'Termin',
    noMeeting: 'Dieser Link öffnet keinen Termin',
    noMeetingLead: 'Öffnen Sie ihn noch einmal aus der Einladung oder bitten Sie um einen neuen.',
    busy: 'Zu viele Versuche. Versuchen Sie es in einer Minute erneut.',
    when: 'Wann',
    open: 'Offen',
    timeZone: 'Zeitzone',
    workspace: 'Workspace',
    state: 'Stand',
    noScript: 'Zum Eintreten und Antworten braucht diese Seite JavaScript.',
    dates: 'de-DE',
  },
};

function doorPage(
  { status, startsAt, endsAt, timeZone, workspaceName }: Door,
  { ports: { timeZones } }: Chancery,
  language: PageLanguage,
): string {
  const told = words[language];
  const wall = (instant: string) => timeZones.wall(instant, timeZone);
  const day = (instant: string) =>
    new Intl.DateTimeFormat(told.dates, { dateStyle: 'full', timeZone: 'UTC' }).format(
      new Date(`${wall(instant)}Z`),
    );
  const when =
    startsAt === null || endsAt === null
      ? told.open
      : `${day(startsAt)}, ${wall(startsAt).slice(11, 16)}–${wall(endsAt).slice(11, 16)}`;
  const rows = [
    [told.when, when],
    [told.timeZone, timeZone],
    [told.workspace, workspaceName],
    [told.state, status],
  ];
  const shown = rows.map(
    ([term, value]) => `<div><dt>${escaped(term)}</dt><dd dir="auto">${escaped(value)}</dd></div>`,
  );
  return `<dl>${shown.join('')}</dl>`;
}
