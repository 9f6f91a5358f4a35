import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { type ChildServer, startServer } from './harness/child-server.ts';
import { median, printTable } from './harness/printed-table.ts';
import { processorTime, processorTimeOfBackends } from './harness/processor-time.ts';
import { printSetting, program } from './harness/program.ts';
import {
  chunkBytes,
  mebibyte,
  randomFile,
  registered,
  type SentFile,
  sentToChancery,
  sentToTus,
} from './harness/upload-files.ts';
import { uploadOverKills } from './harness/uploads-over-kills.ts';

// Large files in chunks of 8 MiB to disk, beside tus, with and without fsync, by one and by four clients; then one upload
// while the server is killed ten times.
const {
  mib,
  rounds,
  clients: counts,
  kills,
} = program({
  mib: { usual: 1024, short: 32 },
  rounds: { usual: 3, short: 1 },
  clients: { usual: '1,4' },
  /** Of one more upload, over which the server is killed so often. */
  kills: { usual: 10, short: 1 },
});
const totalBytes = mib * mebibyte;
const clientCounts = counts.split(',').map(Number);

/** One server that is measured. */
interface Place {
  readonly name: string;
  readonly server: ChildServer;
  readonly idleBytes: number;
  /** Gets ready for a run; this is not measured. */
  enter(): Promise<void>;
  /** Sends a file; the seconds of its phases, where it has any. */
  send(file: SentFile): Promise<Readonly<Record<string, number>>>;
  /** Deletes what was sent, so that no run pays for writing back the one before. */
  clear(): void;
}

interface Run {
  readonly seconds: number;
  readonly phases: Readonly<Record<string, number>>;
  /** Seconds of processor of server and database a GiB. */
  readonly serverCost: number;
  /** The same of all clients, which share this process. */
  readonly clientCost: number;
  readonly load: number;
}

const folders = [dataFolder(), dataFolder(), dataFolder(), dataFolder()] as const;
const databases = [await benchDatabase(), await benchDatabase()] as const;
const environmentOn = (index: 0 | 1) => ({
  CHANCERY_DATABASE_URL: databases[index].url,
  CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
});
try {
  const withoutFsync = ['--import', new URL('./servers/without-fsync.mjs', import.meta.url).href];
  const places = [
    await chanceryPlace('Chancery', 0),
    await chanceryPlace('Chancery without fsync', 1, withoutFsync),
    await tusPlace('tus', folders[2].path),
    await tusPlace('tus with fsync', folders[3].path, { TUS_FSYNC: '1' }),
  ] as const;
  const [, , plainTus, durableTus] = places;
  printSetting(
    'a run',
    `chunks of ${chunkBytes / mebibyte} MiB, rounds in turns, SHA-256 of every chunk and of the whole by Chancery alone`,
  );
  const warming = await randomFile(join(folders[0].path, 'warming'), 4 * chunkBytes);
  for (const place of places) {
    await place.enter();
    await place.send(warming);
    place.clear();
  }
  for (const clients of clientCounts) {
    const file = await randomFile(join(folders[0].path, `sent-by-${clients}`), totalBytes / clients);
    const runs = new Map<Place, Run[]>(places.map((place): [Place, Run[]] => [place, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const place of places) runs.get(place)?.push(await measured(place, file, clients));
    printRuns(clients, runs, plainTus, durableTus);
    rmSync(file.path);
  }
  printTable(
    ['peak memory in MiB', 'idle', 'after all runs'],
    places.map(({ name, server, idleBytes }) => [
      name,
      (idleBytes / mebibyte).toFixed(0),
      (memoryOf(server) / mebibyte).toFixed(0),
    ]),
  );
  for (const { server } of places) await server.stop();
  const file = await randomFile(join(folders[0].path, 'over-kills'), totalBytes);
  await uploadOverKills(folders[0], environmentOn(0), file, kills);
} finally {
  for (const database of databases) await database.drop();
  for (const folder of folders) folder.remove();
}

async function chanceryPlace(
  name: string,
  index: 0 | 1,
  nodeOptions: readonly string[] = [],
): Promise<Place> {
  const folder = folders[index];
  const server = await startChancery({ folder, environment: environmentOn(index), nodeOptions });
  let accessToken = '';
  return {
    name,
    server,
    idleBytes: memoryOf(server),
    async enter() {
      accessToken = await registered(server.baseUrl);
    },
    send: async (file) => ({ ...(await sentToChancery(server.baseUrl, accessToken, file)) }),
    clear: () => rmSync(join(folder.path, 'blobs', 'ws'), { recursive: true, force: true }),
  };
}

async function tusPlace(
  name: string,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Place> {
  const directory = join(folder, 'files');
  const server = await startServer({
    file: new URL('./servers/tus.ts', import.meta.url),
    environment: { TUS_DIRECTORY: directory, ...environment },
  });
  return {
    name,
    server,
    idleBytes: memoryOf(server),
    enter: async () => undefined,
    async send(file) {
      await sentToTus(server.baseUrl, file);
      return {};
    },
    clear() {
      for (const stored of readdirSync(directory)) rmSync(join(directory, stored));
    },
  };
}

/** As many clients at once as said, each of which sends the file. */
async function measured(
  { server, enter, send, clear }: Place,
  file: SentFile,
  clients: number,
): Promise<Run> {
  await enter();
  const gibibytes = (file.sizeBytes * clients) / 1024 ** 3;
  const serverTime = () =>
    processorTime(server.pid) + databases.reduce((sum, { url }) => sum + processorTimeOfBackends(url), 0);
  const [serverBefore, clientBefore, begun] = [serverTime(), process.cpuUsage(), performance.now()];
  const [phases = {}] = await Promise.all(Array.from({ length: clients }, () => send(file)));
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(clientBefore);
  const run = {
    seconds,
    phases,
    serverCost: (serverTime() - serverBefore) / 1000 / gibibytes,
    clientCost: (user + system) / 1_000_000 / gibibytes,
    load: loadavg()[0] ?? 0,
  };
  clear();
  return run;
}

function printRuns(
  clients: number,
  runs: ReadonlyMap<Place, readonly Run[]>,
  tus: Place,
  durableTus: Place,
): void {
  const of = (place: Place, value: (run: Run) => number) => median((runs.get(place) ?? []).map(value));
  /** The median of the rounds' ratios: what else runs on the machine weighs on both sides of a round. */
  const ratio = (place: Place, other: Place) =>
    median(
      (runs.get(place) ?? []).map(({ seconds }, round) => (runs.get(other)?.[round]?.seconds ?? 0) / seconds),
    ).toFixed(2);
  printTable(
    [
      clients === 1 ? 'one client' : `${clients} clients`,
      'MiB/s',
      'to tus',
      'to tus with fsync',
      'server s/GiB',
      'clients s/GiB',
      'load',
      'hashing, sending, completing s',
    ],
    [...runs.keys()].map((place) => [
      place.name,
      (totalBytes / mebibyte / of(place, ({ seconds }) => seconds)).toFixed(0),
      ratio(place, tus),
      ratio(place, durableTus),
      of(place, ({ serverCost }) => serverCost).toFixed(2),
      of(place, ({ clientCost }) => clientCost).toFixed(2),
      of(place, ({ load }) => load).toFixed(1),
      Object.keys(runs.get(place)?.[0]?.phases ?? {})
        .map((phase) => of(place, ({ phases }) => phases[phase] ?? 0).toFixed(1))
        .join(', '),
    ]),
  );
  console.log();
}

/** The peak memory of the process, in bytes. */
function memoryOf({ pid }: ChildServer): number {
  const [, kibibytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
