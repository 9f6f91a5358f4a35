import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { startServer } from './harness/child-server.ts';
import { type Load, load, type Measured, measured } from './harness/load.ts';
import { median, printTable } from './harness/printed-table.ts';
import { processorTime, processorTimeOfBackends } from './harness/processor-time.ts';
import { seedWorkspace } from './harness/seed.ts';

// Chancery against a bare server, on two databases of the same content: A B A B, the medians of the rounds.
const rounds = Number(process.env.CHANCERY_BENCH_ROUNDS ?? 3);
const names = (
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(measured)
) as Measured[];
const amounts = { members: 1000, meetings: 250, projects: 500 };
const workers = process.env.CHANCERY_WORKERS ?? 'none';

interface Measurement extends Load {
  readonly serverMilliseconds: number;
  readonly databaseMilliseconds: number;
}

const folder = dataFolder();
const databases = [await benchDatabase(), await benchDatabase()] as const;
try {
  const [ours, theirs] = databases;
  const seeds = [
    await seedWorkspace(ours.client, amounts),
    await seedWorkspace(theirs.client, amounts),
  ] as const;
  for (const { client } of databases) await client.query('vacuum analyze');
  const chancery = await startChancery({
    folder,
    environment: { CHANCERY_DATABASE_URL: ours.url, CHANCERY_WORKERS: workers },
  });
  const bare = await startServer({
    file: new URL('./servers/bare.ts', import.meta.url),
    environment: { BENCH_DATABASE_URL: theirs.url },
  });
  const servers = [
    { ...chancery, databaseUrl: ours.url, secret: seeds[0].secret },
    { ...bare, databaseUrl: theirs.url, secret: seeds[1].secret },
  ];

  const rates: (string | number)[][] = [];
  const costs: (string | number)[][] = [];
  for (const name of names) {
    await sameBytes(name);
    for (const { baseUrl, secret } of servers) await load(baseUrl, name, secret, 2);
    const results: Measurement[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, server] of servers.entries()) results[index]?.push(await measure(name, server));
    }
    const [a = [], b = []] = results;
    const row = (key: keyof Measurement, digits: number) => {
      const [x, y] = [median(a.map((each) => each[key])), median(b.map((each) => each[key]))];
      return [x.toFixed(digits), y.toFixed(digits), (x / y).toFixed(2)];
    };
    rates.push([name, ...row('requestsPerSecond', 0), ...row('p99Milliseconds', 0)]);
    costs.push([name, ...row('serverMilliseconds', 2), ...row('databaseMilliseconds', 2)]);
  }
  printTable(['call', 'Chancery req/s', 'bare req/s', 'ratio', 'p99 ms', 'bare p99 ms', 'ratio'], rates);
  console.log('\nProcessor time of one request, in ms');
  printTable(['call', 'Chancery', 'bare', 'ratio', 'its PostgreSQL', 'bare PostgreSQL', 'ratio'], costs);
  await chancery.stop();
  await bare.stop();

  async function measure(
    name: Measured,
    { baseUrl, pid, secret, databaseUrl }: (typeof servers)[number],
  ): Promise<Measurement> {
    const before = [processorTime(pid), processorTimeOfBackends(databaseUrl)] as const;
    const result = await load(baseUrl, name, secret);
    return {
      ...result,
      serverMilliseconds: (processorTime(pid) - before[0]) / result.requests,
      databaseMilliseconds: (processorTimeOfBackends(databaseUrl) - before[1]) / result.requests,
    };
  }

  /** Both write answers of the same length; ids and times differ. */
  async function sameBytes(name: Measured): Promise<void> {
    if (measured[name].method !== 'GET') return;
    const lengths = await Promise.all(
      servers.map(async ({ baseUrl, secret }) => {
        const answer = await fetch(baseUrl + measured[name].path, {
          headers: { authorization: `Bearer ${secret}` },
        });
        if (!answer.ok) throw new Error(`${name} at ${baseUrl}: ${answer.status} ${await answer.text()}`);
        return (await answer.text()).length;
      }),
    );
    if (lengths[0] !== lengths[1]) throw new Error(`${name}: ${lengths.join(' and ')} characters`);
  }
} finally {
  for (const database of databases) await database.drop().catch(console.error);
  folder.remove();
}
