import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { allRoutes } from '@chancery/adapters-http';
import { BowserDeviceParser, parseLinkKeys, parseMail, ZxcvbnBlocklist } from '@chancery/adapters-services';
import { momentTimeZoneRules } from '@chancery/core';
import { headersOf } from '@chancery/core/internal';
import { plainTextType } from '../../../adapters-engines/src/types/plain-text.ts';
import { pageLanguage } from '../../../adapters-http/src/pages/page-language.ts';
import { callerOf } from '../../../adapters-http/src/server/caller.ts';
import { callerAddresses, proxyHeaders } from '../../../adapters-http/src/server/caller-address.ts';
import { crossOriginHeaders } from '../../../adapters-http/src/server/cross-origin.ts';
import { readInput } from '../../../adapters-http/src/server/request-input.ts';
import {
  mediaTypeOf,
  parseFormBody,
  parseJsonBody,
  parseParameters,
  requireUtf8,
} from '../../../adapters-http/src/server/text-body.ts';
import { targetOf } from '../../../adapters-services/src/webhooks/target-url.ts';
import { displayNameOf } from '../../../core/src/identity/providers/external-identity.ts';
import { decodeRefreshToken } from '../../../core/src/identity/refresh-token.ts';
import { isInRange, isRange, networkOf } from '../../../core/src/kernel/address.ts';
import { apiKeyPrefix, looksLikeApiKey } from '../../../core/src/kernel/api-key-format.ts';
import { pageFields } from '../../../core/src/kernel/pages.ts';
import * as shapes from '../../../core/src/kernel/shapes.ts';
import { readTimeZoneData } from '../../../core/src/kernel/time-zones.ts';
import { readRule } from '../../../core/src/meetings/recurrence/rule.ts';
import { digestOf } from '../../../core/src/uploads/upload-session.ts';
import { projectKeysOf } from '../../../core/src/workspace/project-key.ts';
import { slug, slugOf } from '../../../core/src/workspace/workspace.ts';
import { redacted } from '../log.ts';

/** Something that reads text which a stranger wrote, and what to fill that text with. */
export interface OutsideParser {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  readonly units: readonly string[];
  /** The first of nine sizes, each twice the one before. */
  readonly from: number;
}

const root = join(import.meta.dirname, '../../../..');
const common = ['a', '0', ' ', '"', '=', ';', ',', '.', '/', '%41', '\u0315\u0300'];
/** Node refuses more than 16 KiB of headers. */
const header = 64;
const body = 4096;

/** Every header that the HTTP layer reads, found in its sources and in its routes. */
export function headersRead(): readonly string[] {
  const files = execFileSync('git', ['ls-files', 'packages/adapters-http/src/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.ts$|\/testing\//.test(file));
  const found = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /headers(?:\.|\[')([a-z-]+)|'(x-[a-z-]+)'|\b(authorization|forwarded|origin|cookie)\b[,:} ]/g,
      ),
    ].map(([, ...names]) => names.find((name) => name !== undefined) ?? ''),
  );
  const routed = allRoutes.flatMap(({ useCase }) =>
    [...headersOf(useCase.input).values()].map(({ name }) => name.toLowerCase()),
  );
  /** Methods of what carries headers, and extensions of the published contract. */
  const others = new Set([
    'get',
    'map',
    'append',
    'set',
    'has',
    'length',
    'x-chancery',
    'x-chancery-permission',
    'x-chancery-field',
    'x-chancery-secret',
  ]);
  return [...new Set([...found, ...routed])].filter((name) => !others.has(name)).sort();
}

/** As behind one proxy that writes either header. */
const addressReaders = proxyHeaders.map((header) =>
  callerAddresses({ count: 1, header }, { warn: () => undefined }),
);

/** What every request meets, whichever header carries the text. */
function readHeaders(headers: IncomingMessage['headers']): void {
  const request = {
    headers,
    method: 'POST',
    url: '/',
    socket: { remoteAddress: '127.0.0.1' },
  } as IncomingMessage;
  const trace = { requestId: '', correlationId: '' };
  const attempts = [
    ...addressReaders.map((addressOf) => () => callerOf(request, trace, addressOf)),
    () => pageLanguage(request),
    () => crossOriginHeaders(['https://a.example'])(request),
    () => mediaTypeOf(headers['content-type']),
    () => requireUtf8(headers['content-type']),
    () => digestOf(headers['content-digest'] as string | undefined),
    () => new BowserDeviceParser().describe(headers['user-agent'] ?? ''),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // A refusal took its time as well.
    }
  }
}

const onlyHeaders = {
  path: [],
  pathForms: [],
  query: new Map(),
  takesBody: false,
  mostBytes: 0,
  bytes: null,
  headers: new Map(),
  cookies: new Map([['flow', 'flow']]),
  form: null,
  texts: null,
  takesVersion: true,
};
const readWithInput = (headers: IncomingMessage['headers']) =>
  readInput({ headers } as IncomingMessage, onlyHeaders, [], '');

const headerParsers: readonly OutsideParser[] = headersRead().map((name) => ({
  name: `header ${name}`,
  parse: async (text) => {
    readHeaders({ [name]: text });
    await readWithInput({ [name]: text }).catch(() => undefined);
  },
  units: [...common, 'for=', '[', 'bearer ', '1.1.1.1,', 'de;q=0.5,', 'sha-256=:', 'Mozilla/5.0 (', 'W/"'],
  from: header,
}));

const kindsOfText: Readonly<Record<string, () => { safeParse(value: unknown): unknown }>> = {
  'text of one line': () => shapes.text(120),
  'text of several lines': () => shapes.multiline(10_000),
  'visible name': () => shapes.visibleName(120),
  'e-mail address': shapes.email,
  id: shapes.id,
  'user id': shapes.userId,
  'workspace id': shapes.workspaceId,
  instant: shapes.instant,
  date: shapes.date,
  'time zone name': shapes.timeZone,
  'language tag (BCP 47)': shapes.locale,
  'https address': shapes.httpsUrl,
  colour: shapes.color,
  'link token': shapes.secretToken,
  slug,
  cursor: () => pageFields(['instant', 'id']).cursor,
};
const fieldParsers: readonly OutsideParser[] = Object.entries(kindsOfText).map(([name, shape]) => {
  const schema = shape();
  return {
    name,
    parse: (text) => schema.safeParse(text),
    units: [...common, 'a@', 'a.', 'a-', '-', 'https://', '\u1112\u1161', '\ud83d\ude00', '2026-'],
    from: body,
  };
});

const blocklist = new ZxcvbnBlocklist();
const zones = momentTimeZoneRules();
const tagKey = new Uint8Array(32);
/**
 * Functions that read outside text by themselves. Nothing in the sources marks them, so that they are listed; what mails and
 * calendar files are read with is tested beside its readers, and every literal expression in `regular-expressions.test.ts`.
 */
const functions: readonly OutsideParser[] = [
  parser(
    'JSON body',
    (text) => parseJsonBody(Buffer.from(text), 'application/json'),
    [...common, '[', '{"a":', '\\u0061', '\\"', '[],', '1e9,'],
    body,
  ),
  parser(
    'form body',
    (text) => parseFormBody(Buffer.from(text), 'application/x-www-form-urlencoded'),
    [...common, '&', 'a=b&'],
    256,
  ),
  parser('query', (text) => parseParameters(text, '/query'), [...common, '&', 'a=b&', '+'], header),
  parser(
    'recurrence rule',
    (text) => readRule(text.slice(0, 500)),
    [...common, 'FREQ=WEEKLY;', 'BYDAY=MO,', 'MO,', '+1MO,'],
    body,
  ),
  parser('recurrence rule without a bound', readRule, [...common, 'FREQ=WEEKLY;', 'MO,'], body),
  parser('time zone rules', (text) => zones.has(text), common, body),
  parser('time zone data', readTimeZoneData, ['[', '{"a":', 'a|', '"a|b",'], body),
  parser('network address', networkOf, [...common, ':', '1:', '::', '::ffff:1.1.'], header),
  parser(
    'range of addresses',
    (text) => isRange(text) || isInRange('203.0.113.7', text),
    [...common, '1.', ':', '::'],
    header,
  ),
  parser(
    'API key',
    (text) => [apiKeyPrefix(text), looksLikeApiKey(text)],
    [...common, 'chan_live_', '_'],
    header,
  ),
  parser('refresh token', (text) => decodeRefreshToken(text, tagKey), [...common, 'chr_', '_'], body),
  parser('name from a provider', displayNameOf, [...common, '\u202e', '\ud83d'], body),
  parser('suggested slug', (text) => slugOf(text.slice(0, 120)), [...common, '-', "'"], body),
  parser(
    'suggested project key',
    (text) => projectKeysOf(text.slice(0, 120)).next(),
    [...common, 'A '],
    body,
  ),
  parser('address of a webhook', targetOf, [...common, 'https://', '[', '@', '#'], body),
  parser(
    'type of plain text',
    (text) => plainTextType(Buffer.from(text), `a.${text}`),
    [...common, 'a:', 'a: b\n', ' \n', '<'],
    body,
  ),
  parser(
    'password against the blocklist',
    (text) => blocklist.check(text.slice(0, 128), ['Ada Lovelace']),
    ['a', '1', 'qwerty', '4@$', '01.02.'],
    body,
  ),
  parser('link keys', parseLinkKeys, [...common, '1:a,', ':'], body),
  parser(
    'mail in the spool',
    (text) => parseMail(Buffer.from(text)),
    [...common, 'a: b\r\n', '=?utf-8?q?', '=\r\n', '\r\n '],
    body,
  ),
  parser('line of the log', redacted, [...common, 'a://', 'a://b', '-', 'chr_'], body),
];

function parser(
  name: string,
  parse: OutsideParser['parse'],
  units: readonly string[],
  from: number,
): OutsideParser {
  return { name, parse, units, from };
}

export const outsideParsers: readonly OutsideParser[] = [...functions, ...fieldParsers, ...headerParsers];

/** A text of this size, full of the unit. */
export const fullOf = (unit: string) => (size: number) =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
