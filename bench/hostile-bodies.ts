import { Agent, request } from 'node:http';
import { allRoutes, type Route } from '@chancery/adapters-http';
import { world } from '@chancery/adapters-persistence/testing';
import { ZxcvbnBlocklist } from '@chancery/adapters-services';
import {
  hostileBodies,
  hostileElements,
  hostileTexts,
} from '../packages/adapters-http/src/testing/hostile-bodies.ts';
import { leavesOf, withValue } from '../packages/adapters-http/src/testing/input-leaves.ts';
import {
  credentialFor,
  pathOf,
  thingsOf,
  tokensOf,
  validBodies,
} from '../packages/adapters-http/src/testing/requests.ts';
import { served } from '../packages/adapters-http/src/testing/served.ts';
import { printTable } from './harness/printed-table.ts';

// Measures what one request costs this process, its own client and database included, for every endpoint that takes
// JSON and every hostile body of up to 1 MiB. CHANCERY_BENCH_ROUTES is a pattern of names.
const mostBytes = 1024 * 1024 - 256;
const suspicious = Number(process.env.CHANCERY_BENCH_SUSPICIOUS_MS ?? 20);
const pattern = new RegExp(process.env.CHANCERY_BENCH_ROUTES ?? '');
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

interface Shot {
  readonly route: Route;
  readonly name: string;
  readonly body: () => string | Buffer;
}
interface Cost extends Shot {
  readonly milliseconds: number;
  readonly status: number;
}

function shotsOf(route: Route, valid: object): readonly Shot[] {
  const whole = hostileBodies.map(({ name, of }) => ({ route, name, body: () => of(mostBytes) }));
  const inFields = leavesOf(route.useCase.input)
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
  return [...whole, ...inFields];
}

const opened = async () => {
  const http = await served({ world: await world({ ports: { blocklist } }) });
  return { http, tokens: await tokensOf(http), things: await thingsOf(http) };
};
type Opened = Awaited<ReturnType<typeof opened>>;

function sent(
  { http, tokens, things }: Opened,
  { route }: Shot,
  body: Buffer,
): Promise<{ milliseconds: number; status: number; text: string }> {
  const token = credentialFor(route, tokens);
  return new Promise((resolve, reject) => {
    const begun = process.cpuUsage();
    const sending = request(http.baseUrl + pathOf(route, things), {
      agent,
      method: route.method,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
    });
    sending.on('error', reject);
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
const failures: string[] = [];
const routes = allRoutes.filter(
  ({ name, method, useCase }) => method !== 'GET' && useCase.body === undefined && pattern.test(name),
);
for (const route of routes) {
  for (const shot of shotsOf(route, validBodies[route.name]?.(place.things) ?? {})) {
    const made = shot.body();
    const body = typeof made === 'string' ? Buffer.from(made) : made;
    let best = { milliseconds: Number.POSITIVE_INFINITY, status: 0, text: '' };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const cost = await sent(place, shot, body);
      if (cost.status >= 500) failures.push(`${route.name} ${shot.name}: ${cost.text}`);
      if (
        (cost.status < 300 && endsSession.has(route.name)) ||
        (cost.status === 401 && route.useCase.access !== 'anyone')
      ) {
        await place.http.close();
        place = await opened();
      }
      if (cost.milliseconds < best.milliseconds) best = cost;
      if (best.milliseconds < suspicious || best.milliseconds > 1000) break;
    }
    costs.push({ ...shot, ...best });
  }
}
await place.http.close();
agent.destroy();

const most = [...costs].sort((a, b) => b.milliseconds - a.milliseconds);
printTable(
  ['endpoint', 'body', 'status', 'ms of processor'],
  most
    .slice(0, Number(process.env.CHANCERY_BENCH_ROWS ?? 25))
    .map(({ route, name, status, milliseconds }) => [route.name, name, status, milliseconds.toFixed(1)]),
);
console.log(
  `${costs.length} bodies, ${routes.length} endpoints, ${most.filter(({ milliseconds }) => milliseconds > 50).length} above 50 ms`,
);
for (const failure of new Set(failures)) console.log('5xx', failure);
process.exit(0);
