import { availableParallelism, loadavg } from 'node:os';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, serverNodeOptions, startChancery } from './harness/chancery-server.ts';
import { startServer } from './harness/child-server.ts';
import { connections, durationSeconds, type Load, load, type Measured, measured } from './harness/load.ts';
import { median, printTable } from './harness/printed-table.ts';
import { processorTime, processorTimeOfBackends } from './harness/processor-time.ts';
import { seedWorkspace } from './harness/seed.ts';

// Chancery as production runs it, Chancery with what can be switched off, and a bare server, on three databases of the same
// content: A B C A B C, the medians of the rounds.
const rounds = Number(process.env.CHANCERY_BENCH_ROUNDS ?? 3);
const names = (
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(measured)
) as Measured[];
const amounts = { members: 1000, meetings: 250, projects: 500 };
/** The counts are kept as in production, with limits that the load does not reach. */
const production = {
  CHANCERY_RATE_LIMIT_SCALE: '1000',
  CHANCERY_LOG_LEVEL: 'info',
  CHANCERY_WORKERS: process.env.CHANCERY_WORKERS ?? 'embedded',
};
const switchedOff = { CHANCERY_RATE_LIMIT_SCALE: '0', CHANCERY_LOG_LEVEL: 'warn', CHANCERY_WORKERS: 'none' };
const columns = ['production', 'switched off', 'bare'] as const;

const loads = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');

interface Measurement extends Load {
  readonly serverMilliseconds: number;
  readonly databaseMilliseconds: number;
}

const shown = [
  ['requestsPerSecond', 0, 'Requests a second'],
  ['p99Milliseconds', 0, 'p99 of a request, in ms'],
  ['serverMilliseconds', 3, 'Processor time of one request in the server, in ms'],
  ['databaseMilliseconds', 3, 'Processor time of one request in its PostgreSQL, in ms'],
] as const;

const folders = [dataFolder(), dataFolder()] as const;
const databases = [await benchDatabase(), await benchDatabase(), await benchDatabase()] as const;
try {
  const secrets: string[] = [];
  for (const { client } of databases) {
    secrets.push((await seedWorkspace(client, amounts)).secret);
    await client.query('vacuum analyze');
  }
  const [ours, quieter, theirs] = databases;
  const started = [
    await startChancery({
      folder: folders[0],
      quiet: true,
      environment: { CHANCERY_DATABASE_URL: ours.url, ...production },
    }),
    await startChancery({
      folder: folders[1],
      environment: { CHANCERY_DATABASE_URL: quieter.url, ...switchedOff },
    }),
    await startServer({
      file: new URL('./servers/bare.ts', import.meta.url),
      nodeOptions: serverNodeOptions,
      environment: { BENCH_DATABASE_URL: theirs.url },
    }),
  ];
  const servers = started.map(({ baseUrl, pid }, index) => ({
    baseUrl,
    pid,
    databaseUrl: databases[index]?.url ?? '',
    secret: secrets[index] ?? '',
  }));
  printSettings();

  const tables: Record<keyof Measurement, (string | number)[][]> = {
    requests: [],
    requestsPerSecond: [],
    p99Milliseconds: [],
    serverMilliseconds: [],
    databaseMilliseconds: [],
  };
  for (const name of names) {
    await sameBytes(name);
    for (const { baseUrl, secret } of servers) await load(baseUrl, name, secret, 2);
    const results: Measurement[][] = servers.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, server] of servers.entries()) results[index]?.push(await measure(name, server));
    }
    for (const [key, digits] of shown) {
      const medians = results.map((each) => median(each.map((one) => one[key])));
      const bare = medians.at(-1) ?? 0;
      const ratios = medians.slice(0, -1).map((each) => (each / bare).toFixed(2));
      tables[key].push([name, ...medians.map((each) => each.toFixed(digits)), ...ratios]);
    }
  }
  for (const [key, , title] of shown) {
    console.log(`\n${title}`);
    printTable(['call', ...columns, 'production : bare', 'switched off : bare'], tables[key]);
  }
  console.log(`\nLoad average at the end: ${loads()}`);
  for (const server of started) await server.stop();

  function printSettings(): void {
    const said = (settings: object) => Object.entries(settings).map((pair) => pair.join('='));
    console.log(`production: ${said(production).join(' ')}`);
    console.log(`switched off: ${said(switchedOff).join(' ')}`);
    console.log(
      `Node ${process.version} ${serverNodeOptions.join(' ')}, ${availableParallelism()} processors, ${connections} connections, ${rounds} rounds of ${durationSeconds} s`,
    );
    console.log(`Load average at the start: ${loads()}`);
  }

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

  /** All write answers of the same length; ids and times differ. */
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
    if (new Set(lengths).size > 1) throw new Error(`${name}: ${lengths.join(' and ')} characters`);
  }
} finally {
  for (const database of databases) await database.drop().catch(console.error);
  for (const folder of folders) folder.remove();
}
