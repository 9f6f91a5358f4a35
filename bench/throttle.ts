import { callApi } from './harness/api-call.ts';
import { type BenchDatabase, benchDatabase } from './harness/bench-database.ts';
import { type DataFolder, dataFolder, startChancery } from './harness/chancery-server.ts';
import type { ChildServer } from './harness/child-server.ts';
import { integration, load } from './harness/load.ts';
import { median, printTable } from './harness/printed-table.ts';
import { processorTime, processorTimeOfBackends } from './harness/processor-time.ts';
import { program } from './harness/program.ts';
import { type SeededWorkspace, seedWorkspace } from './harness/seed.ts';

// Whether limits are exact with one process and with several on one database: of twice as many requests as a limit allows within
// its minute, how many were answered and how many refused. Then what counting costs a request.
const { processes, limit, rounds, seconds, connections } = program({
  processes: { usual: 3 },
  limit: { usual: 600, short: 100 },
  rounds: { usual: 5, short: 1 },
  seconds: { usual: 5, short: 1 },
  connections: { usual: 16 },
});
/** Of the endpoint that strangers ask for the options of a passkey, counted one by one in the database. */
const strangersLimit = 30;
const mostSecondsOfWindow = 55;

const exactness: (string | number)[][] = [];
for (const amount of new Set([1, processes])) {
  await onServers(amount, '1', async (servers, database, { secret }) => {
    await database.client.query('update api_keys set rate_limit_per_minute = $1', [limit]);
    const byKey = (baseUrl: string) => callApi(baseUrl, { route: `GET ${integration}`, credential: secret });
    // A process leaves unused at most a twentieth of the limit that it has taken in advance.
    const least = limit - Math.ceil(limit / 20) * (amount - 1);
    exactness.push(await counted(`${amount}: an API key`, servers, byKey, { limit, least }));
    const stranger = (baseUrl: string) =>
      callApi(baseUrl, {
        route: 'POST /api/v1/auth/factors/passkeys/assertion-options',
        credential: null,
        body: {},
      });
    exactness.push(
      await counted(`${amount}: a stranger's network`, servers, stranger, {
        limit: strangersLimit,
        least: strangersLimit,
      }),
    );
  });
}
printTable(
  ['processes and who calls', 'limit', 'sent', 'allowed', 'refused', 'anything else', 'seconds', ''],
  exactness,
);
console.log();

const costs: string[][] = [];
for (const amount of new Set([1, processes])) {
  const results: Record<'counted' | 'off', { perRequest: number[]; inDatabase: number[]; p50: number[] }> = {
    counted: { perRequest: [], inDatabase: [], p50: [] },
    off: { perRequest: [], inDatabase: [], p50: [] },
  };
  await onServers(amount, '1000', (counting, countingDatabase, key) =>
    onServers(amount, '0', async (free, freeDatabase, otherKey) => {
      for (let round = -1; round < rounds; round += 1)
        for (const [kind, servers, { url }, { secret }] of [
          ['counted', counting, countingDatabase, key],
          ['off', free, freeDatabase, otherKey],
        ] as const) {
          const time = () => servers.reduce((sum, { pid }) => sum + processorTime(pid), 0);
          const [before, databaseBefore] = [time(), processorTimeOfBackends(url)];
          const share = Math.max(1, Math.floor(connections / amount));
          const loads = await Promise.all(
            servers.map((server) =>
              load({ ...server, name: 'workspace', secret, connections: share, seconds }),
            ),
          );
          if (round < 0) continue;
          const requests = loads.reduce((sum, one) => sum + one.requests, 0);
          results[kind].perRequest.push((time() - before) / requests);
          results[kind].inDatabase.push((processorTimeOfBackends(url) - databaseBefore) / requests);
          results[kind].p50.push(median(loads.map(({ p50Milliseconds }) => p50Milliseconds)));
        }
    }),
  );
  for (const [kind, { perRequest, inDatabase, p50 }] of Object.entries(results))
    costs.push([
      `${amount}: ${kind}`,
      median(perRequest).toFixed(3),
      median(inDatabase).toFixed(3),
      median(p50).toFixed(1),
    ]);
}
printTable(['processes and limits', 'cpu of servers, ms', 'cpu of PostgreSQL, ms', 'p50, ms'], costs);

/** Sends twice as many requests as the limit allows, to all servers in turns, and counts the answers. */
async function counted(
  name: string,
  servers: readonly ChildServer[],
  send: (baseUrl: string) => Promise<{ readonly status: number }>,
  bounds: { readonly limit: number; readonly least: number },
): Promise<(string | number)[]> {
  const [sent, statuses, begun] = [bounds.limit * 2, new Map<number, number>(), performance.now()];
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < sent) {
        const server = servers[next % servers.length];
        next += 1;
        const { status } = await send(server?.baseUrl ?? '');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  const taken = (performance.now() - begun) / 1000;
  const [allowed, refused] = [statuses.get(200) ?? 0, statuses.get(429) ?? 0];
  const others = sent - allowed - refused;
  const fits = allowed <= bounds.limit && allowed >= bounds.least && others === 0;
  const verdict = taken > mostSecondsOfWindow ? 'more than a minute' : fits ? 'ok' : 'WRONG';
  if (verdict !== 'ok') process.exitCode = 1;
  return [name, bounds.limit, sent, allowed, refused, others, taken.toFixed(1), verdict];
}

async function onServers(
  amount: number,
  scale: string,
  measure: (
    servers: readonly ChildServer[],
    database: BenchDatabase,
    seeded: SeededWorkspace,
  ) => Promise<void>,
): Promise<void> {
  const folder: DataFolder = dataFolder();
  const database = await benchDatabase();
  const servers: ChildServer[] = [];
  try {
    const seeded = await seedWorkspace(database.client, { members: 5, meetings: 0, projects: 0 });
    for (let index = 0; index < amount; index += 1)
      servers.push(
        await startChancery({
          folder,
          environment: {
            CHANCERY_DATABASE_URL: database.url,
            CHANCERY_RATE_LIMIT_SCALE: scale,
            CHANCERY_WORKERS: 'none',
          },
        }),
      );
    await measure(servers, database, seeded);
  } finally {
    for (const server of servers) await server.stop();
    await database.drop();
    folder.remove();
  }
}
