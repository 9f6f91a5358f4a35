import type { Route } from '@chancery/adapters-http';
import {
  type HostileForm,
  hostileBodies,
  hostileElements,
  hostileTexts,
} from '../../packages/adapters-http/src/testing/hostile-bodies.ts';
import { leavesOf, withValue } from '../../packages/adapters-http/src/testing/input-leaves.ts';

/** One request that looks for what costs more than its size. */
export interface Shot {
  readonly route: Route;
  readonly name: string;
  readonly body: () => string | Buffer;
  /** A mail within a body that the gateway of mails has signed. */
  readonly isMail?: boolean;
}

const mostBytes = 1024 * 1024 - 256;
/** As much as a mail may hold. */
const mostMailBytes = 512 * 1024 - 4096;
const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/** Everything that is sent to an endpoint that takes a body, whatever it takes. */
export function shotsOf(route: Route, valid: object): readonly Shot[] {
  const { body } = route.useCase;
  const whole = hostileBodies.map(({ name, of }) => ({ route, name, body: () => of(mostBytes) }));
  if (body === undefined) return [...whole, ...inFields(route, valid)];
  if (body.form === 'fields') return forms(route);
  return route.name === 'receiveItip' ? [...whole, ...mails(route)] : whole;
}

/** Each text and each list of the declaration, full of what costs most: over its bound, and as long as it may be. */
function inFields(route: Route, valid: object): readonly Shot[] {
  return leavesOf(route.useCase.input)
    .filter(({ path }) => !route.pathFields.includes(String(path[0])))
    .flatMap(({ path, kind, most }) => {
      const at = path.join('.');
      const sent = (value: unknown) => () => JSON.stringify(withValue(valid, path, value));
      const bare = JSON.stringify(withValue(valid, path, '')).length;
      if (kind === 'list')
        return hostileElements.map((element) => {
          const many = Math.floor((mostBytes - bare) / (element.length + 1));
          return { route, name: `${at}: ${element}`, body: sent(Array(many).fill(JSON.parse(element))) };
        });
      return hostileTexts.flatMap(({ name, of }) => [
        { route, name: `${at}: ${name}`, body: sent(of(Math.floor((mostBytes - bare) / 1.4))) },
        ...(most === null
          ? []
          : [{ route, name: `${at}: ${name}, ${most}`, body: sent(String(of(most * 4)).slice(0, most)) }]),
      ]);
    });
}

/** Posted HTML forms. */
function forms(route: Route): readonly Shot[] {
  const known = Object.keys((route.useCase.input as { shape?: object }).shape ?? {});
  const fields = known.flatMap((field) =>
    hostileTexts.map(({ name, of }) => ({
      route,
      name: `${field}: ${name}`,
      body: () => `${field}=${encodeURIComponent(String(of(mostBytes / 6)))}`,
    })),
  );
  const units = ['a&', 'a=1&', 'state=1&', '&', '=', '+', '%', '%25', '%ff', 'a[b]=1&', 'a[]=&'];
  const whole = units.map((unit) => ({
    route,
    name: `a form of ${unit}`,
    body: () => filled(unit, mostBytes),
  }));
  const many = {
    route,
    name: 'a form of many names',
    body: () => Array.from({ length: 80_000 }, (_, at) => `field${at}=1`).join('&'),
  };
  return [...fields, ...whole, many];
}

const calendar = (inside: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nMETHOD:REPLY\r\n${inside}END:VCALENDAR\r\n`;
const event = (inside: string) => `BEGIN:VEVENT\r\nUID:x\r\n${inside}END:VEVENT\r\n`;
const mail = (head: string, text: string) => `From: a@b.example\r\n${head}\r\n\r\n${text}`;
const calendarMail = (text: string) => mail('Content-Type: text/calendar; method=REPLY', text);
const encoded = (encoding: string, text: string) =>
  mail(`Content-Type: text/calendar; method=REPLY\r\nContent-Transfer-Encoding: ${encoding}`, text);
const nestedParts = (bytes: number) => {
  const depth = Math.floor(bytes / 80);
  const opened = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  return `From: a@b.example\r\n${opened.join('')}`;
};

/** What a stranger can write into a mail, which the gateway passes on. */
const hostileMails: readonly HostileForm[] = [
  ...(
    [
      ['headers', 'X-A: b\r\n'],
      ['folded lines', ' a\r\n'],
      ['a header of semicolons', ';a="'],
      ['a header of comments', '('],
      ['a header of encoded words', '=?utf-8?q?a?= '],
    ] as const
  ).map(([name, unit]) => ({ name, of: (bytes: number) => `From: a@b.example\r\n${filled(unit, bytes)}` })),
  {
    name: 'parts',
    of: (bytes) => mail('Content-Type: multipart/mixed; boundary=b', filled('--b\r\n\r\n', bytes)),
  },
  { name: 'parts within parts', of: nestedParts },
  { name: 'quoted-printable', of: (bytes) => encoded('quoted-printable', filled('=41=\r\n', bytes)) },
  { name: 'base64', of: (bytes) => encoded('base64', filled('QUFB\r\n', bytes)) },
  { name: 'events', of: (bytes) => calendarMail(calendar(filled(event(''), bytes))) },
  { name: 'components without an end', of: (bytes) => calendarMail(filled('BEGIN:VEVENT\r\n', bytes)) },
  ...[
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.example\r\n',
    'X-A;B=C:d\r\n',
    'RECURRENCE-ID:20260101T000000Z\r\n',
    'RRULE:FREQ=SECONDLY\r\n',
    'A;',
    'A="',
    '\\n',
    '\r\n ',
    'e\u0315\u0300',
  ].map((unit) => ({
    name: `an event of ${JSON.stringify(unit)}`,
    of: (bytes: number) => calendarMail(calendar(event(filled(unit, bytes)))),
  })),
];

function mails(route: Route): readonly Shot[] {
  return [
    ...hostileMails,
    ...hostileBodies.filter(({ name }) => name !== 'invalid UTF-8'),
    ...hostileTexts,
  ].map(({ name, of }) => ({
    route,
    name: `a mail: ${name}`,
    isMail: true,
    body: () =>
      JSON.stringify({ message: String(of(mostMailBytes / 2)), authenticated: true, sender: 'a@b.example' }),
  }));
}
