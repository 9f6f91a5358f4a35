import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { capturedCall } from './captured-calls.ts';
import { serverNodeOptions, startChancery } from './chancery-server.ts';
import { startServer } from './child-server.ts';
import { callsTo, type MeetingPlace } from './meeting-place.ts';
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

/** A call whose rate is measured. */
export interface RatedCall {
  /** What the bare server does is taken from the first; the load goes to the further ones, where there are any. */
  readonly asked: readonly [Asked, ...Asked[]];
  /** What the owner asks before it, such as another setting, which holds for the calls after it too. */
  readonly before?: Asked;
}

/**
 * Requests a second of each call, of Chancery as production runs it and of a bare server that sends the same statements to the
 * same database, in turns; the medians of the rounds.
 */
export async function printRatesBesideBare(
  place: MeetingPlace,
  calls: Readonly<Record<string, RatedCall>>,
  { rounds, ...load }: Amounts,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'));
  const file = join(folder, 'calls.json');
  const captured = new Map<string, Awaited<ReturnType<typeof capturedCall>>>();
  for (const [name, { asked, before }] of Object.entries(calls)) {
    if (before !== undefined) await place.data(before);
    captured.set(name, await capturedCall(place, asked[0]));
  }
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
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const owner = callsTo(ours.baseUrl, place.token, agent);
  try {
    const rows: (string | number)[][] = [];
    for (const [name, { asked, before }] of Object.entries(calls)) {
      const [first, ...further] = asked;
      if (before !== undefined) await owner.data(before);
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
    agent.destroy();
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
