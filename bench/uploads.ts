import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Chancery } from '@chancery/sdk';
import { upload } from '@chancery/sdk/uploads';
import { Upload as TusUpload } from 'tus-js-client';
import { benchDatabase } from './harness/bench-database.ts';
import { type DataFolder, dataFolder, startChancery } from './harness/chancery-server.ts';
import { type ChildServer, freePort, startServer } from './harness/child-server.ts';
import { median, printTable } from './harness/printed-table.ts';

// One large file in chunks of 8 MiB to disk, beside tus; then the same upload while the server is killed ten times.
const mebibyte = 1024 * 1024;
const sizeBytes = Number(process.env.CHANCERY_BENCH_MIB ?? 1024) * mebibyte;
const chunkBytes = 8 * mebibyte;
const rounds = Number(process.env.CHANCERY_BENCH_ROUNDS ?? 3);
const kills = 10;

const [folder, tusFolder] = [dataFolder(), dataFolder()];
const database = await benchDatabase();
try {
  const path = join(folder.path, 'large.pdf');
  const sha256 = await written(path);
  const environment = { CHANCERY_DATABASE_URL: database.url, CHANCERY_BASE_URL: 'http://127.0.0.1:8080' };
  const chancery = await startChancery({ folder, environment });
  const tus = await startServer({
    file: new URL('./servers/tus.ts', import.meta.url),
    environment: { TUS_DIRECTORY: join(tusFolder.path, 'files') },
  });
  const accessToken = await registered(chancery.baseUrl);
  const idle = { chancery: memoryOf(chancery), tus: memoryOf(tus) };

  const seconds = { whole: [] as number[], sending: [] as number[], tus: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const { whole, sending } = await sentToChancery(chancery.baseUrl, accessToken, path, sha256);
    seconds.whole.push(whole);
    seconds.sending.push(sending);
    seconds.tus.push(await sentToTus(tus.baseUrl, path));
  }
  const throughput = (times: readonly number[]) => sizeBytes / mebibyte / median(times);
  const ratio = (times: readonly number[]) => (throughput(times) / throughput(seconds.tus)).toFixed(2);
  printTable(
    [`${sizeBytes / mebibyte} MiB`, 'MiB/s', 'ratio to tus', 'peak memory in MiB', 'idle before'],
    [
      [
        'Chancery, sending (each chunk checked and durable)',
        throughput(seconds.sending).toFixed(0),
        ratio(seconds.sending),
        (memoryOf(chancery) / mebibyte).toFixed(0),
        (idle.chancery / mebibyte).toFixed(0),
      ],
      [
        'Chancery, with hashing before and assembly, type and scan after',
        throughput(seconds.whole).toFixed(0),
        ratio(seconds.whole),
        '',
        '',
      ],
      [
        'tus',
        throughput(seconds.tus).toFixed(0),
        '1.00',
        (memoryOf(tus) / mebibyte).toFixed(0),
        (idle.tus / mebibyte).toFixed(0),
      ],
    ],
  );
  await tus.stop();
  await chancery.stop();
  await overKills(folder, environment, accessToken, path, sha256);
} finally {
  await database.drop();
  folder.remove();
  tusFolder.remove();
}

async function sentToChancery(baseUrl: string, accessToken: string, path: string, sha256: string) {
  const client = new Chancery({ baseUrl, accessToken });
  const begun = performance.now();
  const marks = new Map<string, number>();
  const session = await upload(client, path, {
    purpose: 'document',
    chunkSizeBytes: chunkBytes,
    resume: false,
    onProgress: ({ phase }) => {
      if (!marks.has(phase)) marks.set(phase, performance.now());
    },
  });
  const ended = performance.now();
  if (session.status !== 'completed' || session.sha256 !== sha256) throw new Error(`it is ${session.status}`);
  return {
    whole: (ended - begun) / 1000,
    sending: ((marks.get('completing') ?? ended) - (marks.get('sending') ?? begun)) / 1000,
  };
}

function sentToTus(baseUrl: string, path: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    new TusUpload(createReadStream(path), {
      endpoint: `${baseUrl}/files`,
      chunkSize: chunkBytes,
      uploadSize: sizeBytes,
      onError: reject,
      onSuccess: () => resolve((performance.now() - begun) / 1000),
    }).start();
  });
}

/** Uploads one file while the server is killed again and again; the client must cope by itself. */
async function overKills(
  data: DataFolder,
  environment: Readonly<Record<string, string>>,
  accessToken: string,
  path: string,
  sha256: string,
): Promise<void> {
  const port = await freePort();
  const start = () => startChancery({ folder: data, environment, port });
  let server: ChildServer = await start();
  let [done, killed, isOver, requests] = [0, 0, false, 0];
  const killing = (async () => {
    while (!isOver && killed < kills) {
      const target = Math.min(sizeBytes * ((killed + 1) / (kills + 2)), sizeBytes - 1);
      while (done < target && !isOver) await wait(1);
      await wait(Math.random() * 50);
      if (isOver) return;
      await server.kill();
      killed += 1;
      server = await start();
    }
  })();
  const client = new Chancery({
    baseUrl: server.baseUrl,
    accessToken,
    wait: async () => void (await wait(250)),
    fetch: (url, init) => {
      if (String(url).endsWith('/chunks')) requests += 1;
      return fetch(url, init);
    },
  });
  const begun = performance.now();
  const session = await upload(client, path, {
    purpose: 'document',
    // The chunks are so small that each of ten kills interrupts something in a small file too.
    chunkSizeBytes: Math.min(chunkBytes, 2 * mebibyte),
    resume: false,
    maxRetries: 1000,
    onProgress: ({ phase, doneBytes }) => {
      if (phase === 'sending') done = doneBytes;
    },
  });
  isOver = true;
  await killing;
  printTable(
    ['one upload', ''],
    [
      ['SIGKILLs', killed],
      ['chunks', session.chunkCount],
      ['chunk requests', requests],
      ['seconds', ((performance.now() - begun) / 1000).toFixed(1)],
      ['ended as', session.status],
      ['SHA-256 of the whole', session.sha256 === sha256 ? 'ok' : 'WRONG'],
    ],
  );
  await server.stop();
  if (session.status !== 'completed' || session.sha256 !== sha256) process.exitCode = 1;
}

/** Writes a file of random bytes that begins like a PDF; returns its SHA-256. */
async function written(path: string): Promise<string> {
  const [file, hash] = [createWriteStream(path), createHash('sha256')];
  for (let at = 0; at < sizeBytes; at += mebibyte) {
    const part = randomBytes(mebibyte);
    if (at === 0) part.write('%PDF-1.7\n', 'latin1');
    hash.update(part);
    if (!file.write(part)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return hash.digest('hex');
}

async function registered(baseUrl: string): Promise<string> {
  const client = new Chancery({ baseUrl });
  const { accessToken } = await client.identity.registerAccount({
    email: 'bench@example.com',
    password: 'correct horse battery staple',
    displayName: 'Bench',
  });
  return accessToken;
}

/** The peak memory of the process, in bytes. */
function memoryOf({ pid }: ChildServer): number {
  const [, kibibytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
