import { Agent, request } from 'node:http';
import { allRoutes } from '@chancery/adapters-http';
import { inboundSecret, world } from '@chancery/adapters-persistence/testing';
import { StandardWebhookSigner, ZxcvbnBlocklist } from '@chancery/adapters-services';
import {
  credentialFor,
  pathOf,
  rawRequest,
  thingsOf,
  tokensOf,
  validBodies,
} from '../packages/adapters-http/src/testing/requests.ts';
import { served } from '../packages/adapters-http/src/testing/served.ts';
import { type Shot, shotsOf } from './harness/hostile-shots.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// Measures what one request costs this process, its own client and database included, for every endpoint that takes a body
// and every hostile body of up to 1 MiB. The endpoints take turns, so that a run that ends early has looked at all of them.
const {
  routes: names,
  suspiciousMs: suspicious,
  rows,
  minutes,
} = program({
  /** A pattern of the names of endpoints. */
  routes: { usual: '' },
  /** What costs more is sent again, up to five times, and the least counts: a collector of garbage is none of its cost. */
  suspiciousMs: { usual: 20 },
  rows: { usual: 25 },
  /** No more bodies are sent after so many; 0: until all are. */
  minutes: { usual: 0 },
});
/** Of one request, in milliseconds of processor. */
const bound = 50;
const pattern = new RegExp(names);
const endsSession = new Set([
  'logout',
  'logoutAll',
  'revokeCurrentToken',
  'deactivateAccount',
  'closeWorkspace',
]);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const blocklist = new ZxcvbnBlocklist();
blocklist.load();
const webhookSigner = new StandardWebhookSigner();

interface Cost extends Shot {
  readonly milliseconds: number;
  readonly status: number;
}

const opened = async () => {
  const http = await served({
    world: await world({ ports: { blocklist, webhookSigner }, settings: { inboundSecret } }),
  });
  return { http, tokens: await tokensOf(http), things: await thingsOf(http) };
};
type Opened = Awaited<ReturnType<typeof opened>>;

function sent(
  { http, tokens, things }: Opened,
  { route, isMail = false }: Shot,
  body: Buffer,
): Promise<{ milliseconds: number; status: number; text: string }> {
  const token = credentialFor(route, tokens);
  const signature = isMail
    ? webhookSigner.sign('msg_1', http.clock.now(), body.toString(), [inboundSecret])
    : {};
  return new Promise((resolve, reject) => {
    const begun = process.cpuUsage();
    const sending = request(http.baseUrl + pathOf(route, things), {
      agent,
      method: route.method,
      headers: {
        'Content-Type': 'application/json',
        ...rawRequest(route).headers,
        'Content-Length': body.length,
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...signature,
      },
    });
    // The server does not wait for the end of a body that is too large: it answers, and closes the connection.
    sending.on('error', (error: NodeJS.ErrnoException) => {
      const { user, system } = process.cpuUsage(begun);
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
      else resolve({ milliseconds: (user + system) / 1000, status: 413, text: error.code });
    });
    sending.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const { user, system } = process.cpuUsage(begun);
        resolve({
          milliseconds: (user + system) / 1000,
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString().slice(0, 300),
        });
      });
    });
    sending.end(body);
  });
}

let place = await opened();
const costs: Cost[] = [];
const failures = new Set<string>();
const routes = allRoutes.filter(({ name, method }) => method !== 'GET' && pattern.test(name));
const queues = routes.map((route) => [...shotsOf(route, validBodies[route.name]?.(place.things) ?? {})]);
const all = queues.reduce((sum, { length }) => sum + length, 0);
const begun = Date.now();
const isOver = () => minutes > 0 && Date.now() - begun > minutes * 60_000;

// From both ends of each list in turns: whole bodies are at its beginning, single fields behind them.
for (let turn = 0; queues.some(({ length }) => length > 0) && !isOver(); turn += 1) {
  for (const queue of queues) {
    const shot =
      turn % 2 === 0 ? queue.shift() : queue.splice(Math.floor(Math.random() * queue.length), 1)[0];
    if (shot !== undefined && !isOver()) costs.push({ ...shot, ...(await costOf(shot)) });
  }
  if (turn % 10 === 9) console.error(`${costs.length} of ${all} bodies`);
}
await place.http.close();
agent.destroy();

const most = [...costs].sort((a, b) => b.milliseconds - a.milliseconds);
const above = most.filter(({ milliseconds }) => milliseconds > bound).length;
printTable(
  [`${costs.length} of ${all} bodies, ${routes.length} endpoints`, 'body', 'status', 'ms of processor'],
  [
    ...most
      .slice(0, rows)
      .map(({ route, name, status, milliseconds }) => [route.name, name, status, milliseconds.toFixed(1)]),
    ['bodies above the bound', '', '', above],
  ],
);
for (const failure of failures) console.log('5xx', failure);
process.exit(above === 0 && failures.size === 0 ? 0 : 1);

async function costOf(shot: Shot): Promise<{ milliseconds: number; status: number }> {
  const { route, name } = shot;
  const made = shot.body();
  const body = typeof made === 'string' ? Buffer.from(made) : made;
  let best = { milliseconds: Number.POSITIVE_INFINITY, status: 0 };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { milliseconds, status, text } = await sent(place, shot, body);
    if (status >= 500) failures.add(`${route.name} ${name}: ${text}`);
    if (
      (status < 300 && endsSession.has(route.name)) ||
      (status === 401 && route.useCase.access !== 'anyone')
    ) {
      await place.http.close();
      place = await opened();
    }
    if (milliseconds < best.milliseconds) best = { milliseconds, status };
    if (best.milliseconds < suspicious || best.milliseconds > 1000) break;
  }
  if (best.milliseconds > bound)
    console.error(`${route.name}: ${name}: ${best.milliseconds.toFixed(0)} ms, ${best.status}`);
  return best;
}
