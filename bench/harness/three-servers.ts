import { benchDatabase } from './bench-database.ts';
import { dataFolder, serverNodeOptions, startChancery } from './chancery-server.ts';
import { startServer } from './child-server.ts';
import { type Measured, measured } from './load.ts';
import { median, printTable } from './printed-table.ts';
import { pairsOf, printSetting } from './program.ts';
import { seedWorkspace } from './seed.ts';

/** The counts are kept as in production, with limits that the load does not reach. */
const production = {
  CHANCERY_RATE_LIMIT_SCALE: '1000',
  CHANCERY_LOG_LEVEL: 'info',
  CHANCERY_WORKERS: process.env.CHANCERY_WORKERS ?? 'embedded',
};
const switchedOff = { CHANCERY_RATE_LIMIT_SCALE: '0', CHANCERY_LOG_LEVEL: 'warn', CHANCERY_WORKERS: 'none' };
const columns = ['production', 'switched off', 'bare'] as const;
const amounts = { members: 1000, meetings: 250, projects: 500 };

export interface ComparedServer {
  readonly baseUrl: string;
  readonly pid: number;
  readonly databaseUrl: string;
  readonly secret: string;
}

/**
 * Chancery as production runs it, Chancery with what can be switched off, and a bare server, on three databases of the same
 * content and with the same flags of Node.
 */
export async function onThreeServers(
  measure: (servers: readonly ComparedServer[]) => Promise<void>,
): Promise<void> {
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
        file: new URL('../servers/bare.ts', import.meta.url),
        nodeOptions: serverNodeOptions,
        environment: { BENCH_DATABASE_URL: theirs.url },
      }),
    ];
    printSetting('production', pairsOf(production));
    printSetting('switched off', pairsOf(switchedOff));
    printSetting(
      'all three',
      `${serverNodeOptions.join(' ')}, a pool of 10 connections, ${pairsOf(amounts)}`,
    );
    await measure(
      started.map(({ baseUrl, pid }, index) => ({
        baseUrl,
        pid,
        databaseUrl: databases[index]?.url ?? '',
        secret: secrets[index] ?? '',
      })),
    );
    for (const server of started) await server.stop();
  } finally {
    for (const database of databases) await database.drop().catch(console.error);
    for (const folder of folders) folder.remove();
  }
}

/** Medians of the rounds of each of the three, and the ratios of ours to the bare one. */
export function comparison(rounds: readonly (readonly number[])[], digits: number): readonly string[] {
  const medians = rounds.map(median);
  const bare = medians.at(-1) ?? 0;
  return [
    ...medians.map((each) => each.toFixed(digits)),
    ...medians.slice(0, -1).map((each) => (each / bare).toFixed(2)),
  ];
}

export function printComparison(title: string, rows: readonly (readonly string[])[]): void {
  console.log();
  printTable([title, ...columns, 'production : bare', 'switched off : bare'], rows);
}

/** Throws unless all three write answers of the same length; ids and times differ. */
export async function sameBytes(servers: readonly ComparedServer[], name: Measured): Promise<void> {
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

/** The calls that were named on the command line, or all of them. */
export const namedCalls = (): readonly Measured[] => {
  const given = process.argv.slice(2);
  return (given.length > 0 ? given : Object.keys(measured)) as Measured[];
};
