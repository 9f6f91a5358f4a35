import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { capturedCall } from './captured-calls.ts';
import { serverNodeOptions, startChancery } from './chancery-server.ts';
import { startServer } from './child-server.ts';
import type { MeetingPlace } from './meeting-place.ts';
import { median, printTable } from './printed-table.ts';
import { pairsOf, printSetting } from './program.ts';
import type { Asked } from './timed-request.ts';

/** As production runs it: the counts are kept, with limits that the load does not reach. */
const production = {
  CHANCERY_RATE_LIMIT_SCALE: '100000',
  CHANCERY_LOG_LEVEL: 'info',
  CHANCERY_WORKERS: 'embedded',
};

interface Amounts {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/**
 * Requests a second of each call, of Chancery as production runs it and of a bare server that sends the same statements to the
 * same database, in turns; the medians of the rounds. What the bare server does is taken from the first request of a call; the
 * load goes to the further ones, where there are any.
 */
export async function printRatesBesideBare(
  place: MeetingPlace,
  calls: Readonly<Record<string, readonly [Asked, ...Asked[]]>>,
  { rounds, ...load }: Amounts,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'));
  const file = join(folder, 'calls.json');
  const captured = new Map<string, Awaited<ReturnType<typeof capturedCall>>>();
  for (const [name, [first]] of Object.entries(calls)) captured.set(name, await capturedCall(place, first));
  writeFileSync(file, JSON.stringify(Object.fromEntries(captured)));
  await place.stop();
  printSetting('production', pairsOf(production));
  const path = place.environment.CHANCERY_DATA_DIR ?? folder;
  const ours = await startChancery({
    folder: { path, remove: () => undefined },
    quiet: true,
    environment: { ...place.environment, ...production },
  });
  const bare = await startServer({
    file: new URL('../servers/bare-calls.ts', import.meta.url),
    nodeOptions: serverNodeOptions,
    environment: { BENCH_CALLS: file, BENCH_DATABASE_URL: place.database?.url ?? '' },
  });
  try {
    const rows: (string | number)[][] = [];
    for (const [name, [first, ...further]] of Object.entries(calls)) {
      const rates: [number[], number[]] = [[], []];
      for (let round = -1; round < rounds; round += 1)
        for (const [index, target] of [
          { baseUrl: ours.baseUrl, asked: further.length > 0 ? further : [first] },
          { baseUrl: bare.baseUrl, asked: [{ path: `/${name}` }] },
        ].entries()) {
          const rate = await rateOf(target, place.token, round < 0 ? { ...load, seconds: 1 } : load);
          if (round >= 0) rates[index]?.push(rate);
        }
      const [mine, theirs] = rates.map(median) as [number, number];
      const statements = captured.get(name)?.statements.length ?? 0;
      rows.push([name, statements, mine.toFixed(0), theirs.toFixed(0), (mine / theirs).toFixed(2)]);
    }
    printTable(['requests a second', 'statements', 'production', 'bare', 'ratio'], rows);
  } finally {
    await ours.stop();
    await bare.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Target {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
}

/** Throws unless every answer was a success. */
async function rateOf(
  { baseUrl, asked }: Target,
  token: string,
  { seconds, connections }: Omit<Amounts, 'rounds'>,
): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: baseUrl,
    connections,
    duration: seconds,
    requests: asked.map(({ method = 'GET', path, headers, body }) => ({
      method,
      path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })),
  });
  if (non2xx > 0 || errors > 0)
    throw new Error(`${asked[0]?.path} at ${baseUrl}: ${non2xx} failures, ${errors} errors`);
  return requests.average;
}
