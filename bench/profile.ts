import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { load, type Measured, measured } from './harness/load.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';

// Where the time of one call goes: a CPU profile of the server under load, summed by function and by package.
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  /** Microseconds by a clock of the profiler. */
  readonly startTime: number;
  readonly endTime: number;
}

const { seconds, connections } = program({ seconds: { usual: 10 }, connections: { usual: 16 } });
const name = (process.argv[2] ?? 'workspace') as Measured;
if (!Object.hasOwn(measured, name)) throw new Error(`Name one of ${Object.keys(measured).join(', ')}`);

const folder = dataFolder();
const database = await benchDatabase();
try {
  const { secret } = await seedWorkspace(database.client, { members: 1000, meetings: 250, projects: 500 });
  await database.client.query('vacuum analyze');
  const server = await startChancery({
    folder,
    environment: { CHANCERY_DATABASE_URL: database.url, CHANCERY_WORKERS: 'none' },
    nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder.path}`, '--cpu-prof-interval=500'],
  });
  await load({ ...server, name, secret, connections, seconds: 3 });
  const begun = performance.now();
  await load({ ...server, name, secret, connections, seconds });
  const milliseconds = performance.now() - begun;
  await server.stop();
  const file = readdirSync(folder.path).find((each) => each.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error('The server left no profile');
  summarize(JSON.parse(readFileSync(join(folder.path, file), 'utf8')), milliseconds * 1000);
} finally {
  await database.drop();
  folder.remove();
}

/** Covers only the last microseconds of this number: the start of the server and its first requests are left out. */
function summarize(
  { nodes, samples, timeDeltas, startTime, endTime }: Profile,
  lastMicroseconds: number,
): void {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFunction = new Map<string, number>();
  const byPlace = new Map<string, number>();
  let busy = 0;
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const microseconds = timeDeltas[index] ?? 0;
    at += microseconds;
    if (at < endTime - lastMicroseconds || frame === undefined || frame.functionName === '(idle)') continue;
    busy += microseconds;
    const place = placeOf(frame.url) || frame.functionName;
    const label =
      frame.url === ''
        ? frame.functionName
        : `${frame.functionName || '(anonymous)'} ${shortOf(frame.url)}:${frame.lineNumber + 1}`;
    byFunction.set(label, (byFunction.get(label) ?? 0) + microseconds);
    byPlace.set(place, (byPlace.get(place) ?? 0) + microseconds);
  }
  const top = (sums: Map<string, number>, most: number) =>
    [...sums]
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([label, time]) => [label.slice(0, 70), `${((time / busy) * 100).toFixed(1)} %`]);
  printTable([`${name}: self time by place`, 'share'], top(byPlace, 14));
  console.log();
  printTable(['by function', 'share'], top(byFunction, 30));
}

/** The package of a file, or node's own module. */
function placeOf(url: string): string {
  const dependency = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return dependency ?? /\/packages\/([^/]+)\//.exec(url)?.[1] ?? /^node:[^/]+/.exec(url)?.[0] ?? url;
}

function shortOf(url: string): string {
  return url.split('/').slice(-2).join('/');
}
