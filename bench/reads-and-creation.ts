import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { startServer } from './harness/child-server.ts';
import { type Load, load, type Measured, measured } from './harness/load.ts';
import { median, printTable } from './harness/print-table.ts';
import { seedWorkspace } from './harness/seed.ts';

// Chancery against a bare server, on two databases of the same content: A B A B, the medians of the rounds.
const rounds = Number(process.env.CHANCERY_BENCH_ROUNDS ?? 3);
const names = (process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(measured)) as Measured[];
const amounts = { members: 1000, meetings: 250, projects: 500 };
const workers = process.env.CHANCERY_WORKERS ?? 'none';

const folder = dataFolder();
const databases = [await benchDatabase(), await benchDatabase()] as const;
try {
  const [ours, theirs] = databases;
  const seeds = [await seedWorkspace(ours.client, amounts), await seedWorkspace(theirs.client, amounts)] as const;
  for (const { client } of databases) await client.query('vacuum analyze');
  const chancery = await startChancery({ folder, environment: { CHANCERY_DATABASE_URL: ours.url, CHANCERY_WORKERS: workers } });
  const bare = await startServer({ file: new URL('./servers/bare.ts', import.meta.url), environment: { BENCH_DATABASE_URL: theirs.url } });
  const servers = [
    { baseUrl: chancery.baseUrl, secret: seeds[0].secret },
    { baseUrl: bare.baseUrl, secret: seeds[1].secret },
  ];

  const rows: (string | number)[][] = [];
  for (const name of names) {
    await sameBytes(name);
    for (const { baseUrl, secret } of servers) await load(baseUrl, name, secret, 2);
    const results: Load[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { baseUrl, secret }] of servers.entries()) results[index]?.push(await load(baseUrl, name, secret));
    }
    const [a = [], b = []] = results;
    const rate = (loads: Load[]) => median(loads.map(({ requestsPerSecond }) => requestsPerSecond));
    const p99 = (loads: Load[]) => median(loads.map(({ p99Milliseconds }) => p99Milliseconds));
    rows.push([name, Math.round(rate(a)), Math.round(rate(b)), (rate(a) / rate(b)).toFixed(2), p99(a), p99(b), (p99(a) / p99(b)).toFixed(2)]);
  }
  printTable(['call', 'Chancery req/s', 'bare req/s', 'ratio', 'p99 ms', 'bare p99 ms', 'ratio'], rows);
  await chancery.stop();
  await bare.stop();

  /** Both write answers of one length; ids and times differ. */
  async function sameBytes(name: Measured): Promise<void> {
    if (measured[name].method !== 'GET') return;
    const lengths = await Promise.all(
      servers.map(async ({ baseUrl, secret }) => {
        const answer = await fetch(baseUrl + measured[name].path, { headers: { authorization: `Bearer ${secret}` } });
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
