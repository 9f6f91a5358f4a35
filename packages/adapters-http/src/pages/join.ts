import type { IncomingMessage } from 'node:http';
import { type Caller, type Chancery, isFailure } from '@chancery/core';
import { escaped, type Page } from './html.ts';
import { type PageCatalogue, type PageLanguage, pageLanguage } from './page-language.ts';
import { type Sheet, type Site, sendSheet, waysOn } from './shell.ts';

type JoinCodeResolution = Awaited<ReturnType<Chancery['meetings']['resolveJoinCode']>>;

/**
 * Where the pages' own client of a media server connects: for signals, and by HTTP to learn why that failed. Jitsi has
 * pages of its own.
 */
function mediaOriginsOf({ ports: { conference } }: Chancery): readonly string[] {
  const address = conference.of('livekit')?.serverUrl ?? null;
  if (address === null) return [];
  const { protocol, host } = new URL(address);
  return protocol === 'ws:' ? [`ws://${host}`, `http://${host}`] : [`wss://${host}`, `https://${host}`];
}

/**
 * `/?room=…`: what a join link opens if no other web app is configured. The server says when and whose, and nothing
 * else; the links of invitations and registrations, entering and registering are the script's.
 */
export function joinPage(
  chancery: Chancery,
  callerOf: (request: IncomingMessage) => Caller,
  site: Site,
): readonly [string, Page] {
  const mediaOrigins = mediaOriginsOf(chancery);
  return [
    '/',
    async (request, response) => {
      const language = pageLanguage(request);
      const send = (sheet: Sheet) => sendSheet(response, language, site, sheet);
      const texts = words[language];
      const joinCode = new URLSearchParams((request.url ?? '').split('?')[1] ?? '').get('room');
      if (joinCode === null)
        return send({
          title: texts.welcome,
          content: `<noscript><p>${escaped(texts.welcomeLead)}</p>${waysOn(language)}</noscript>`,
          script: 'home',
          data: { registration: chancery.ports.settings.registration },
        });
      try {
        const resolution = await chancery.meetings.resolveJoinCode(
          { joinCode },
          { ...callerOf(request), credential: null },
        );
        const content = `${meetingFacts(resolution, chancery, language)}<noscript><p>${escaped(texts.noScript)}</p></noscript>`;
        send({
          title: resolution.title ?? texts.meeting,
          content,
          script: 'join',
          // So that the script does not ask again.
          data: { resolution: JSON.stringify(resolution) },
          mediaOrigins,
          brand: { name: resolution.workspaceName, logoUrl: resolution.workspaceLogoUrl },
        });
      } catch (error) {
        if (!isFailure(error)) throw error;
        const busy = error.kind === 'too_many';
        const closed = error.kind === 'gone';
        send({
          title: texts.noMeeting,
          content: `<p>${escaped(busy ? texts.busy : closed ? texts.closed : texts.noMeetingLead)}</p>`,
          // It takes the token out of the address bar.
          script: 'join',
          status: busy ? 429 : closed ? 410 : 404,
        });
      }
    },
  ];
}

const words: PageCatalogue<{
  readonly welcome: string;
  readonly welcomeLead: string;
  readonly meeting: string;
  readonly noMeeting: string;
  readonly noMeetingLead: string;
  readonly busy: string;
  readonly closed: string;
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
    meeting: 'Meeting',
    noMeeting: 'This link opens no meeting',
    noMeetingLead: 'Open it again from the invitation, or ask the organizer for a new one.',
    busy: 'Too many attempts. Try again in a minute.',
    closed: 'The workspace of this meeting has been closed.',
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
    meeting: 'Termin',
    noMeeting: 'Dieser Link öffnet keinen Termin',
    noMeetingLead: 'Öffnen Sie ihn noch einmal aus der Einladung oder bitten Sie um einen neuen.',
    busy: 'Zu viele Versuche. Versuchen Sie es in einer Minute erneut.',
    closed: 'Der Workspace dieses Termins wurde geschlossen.',
    when: 'Wann',
    open: 'Offen',
    timeZone: 'Zeitzone',
    workspace: 'Workspace',
    state: 'Stand',
    noScript: 'Zum Eintreten und Antworten braucht diese Seite JavaScript.',
    dates: 'de-DE',
  },
};

function meetingFacts(
  { status, startsAt, endsAt, timeZone, workspaceName }: JoinCodeResolution,
  { ports: { timeZones } }: Chancery,
  language: PageLanguage,
): string {
  const texts = words[language];
  const wall = (instant: string) => timeZones.wall(instant, timeZone);
  const day = (instant: string) =>
    new Intl.DateTimeFormat(texts.dates, { dateStyle: 'full', timeZone: 'UTC' }).format(
      new Date(`${wall(instant)}Z`),
    );
  const when =
    startsAt === null || endsAt === null
      ? texts.open
      : `${day(startsAt)}, ${wall(startsAt).slice(11, 16)}–${wall(endsAt).slice(11, 16)}`;
  const rows = [
    [texts.when, when],
    [texts.timeZone, timeZone],
    [texts.workspace, workspaceName],
    [texts.state, status],
  ];
  const shown = rows.map(
    ([term, value]) => `<div><dt>${escaped(term)}</dt><dd dir="auto">${escaped(value)}</dd></div>`,
  );
  return `<dl>${shown.join('')}</dl>`;
}
