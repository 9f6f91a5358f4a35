import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { benchDatabase } from './harness/bench-database.ts';
import { type DataFolder, dataFolder } from './harness/chancery-server.ts';
import { type ChildServer, startServer } from './harness/child-server.ts';
import { median, printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// One large object out of the blob store (PLT-19), beside what the store gives by itself: read in the process of the server and
// thrown away, and sent by a bare server that only pipes it from the file or from S3 into its answer.
const mebibyte = 1024 * 1024;
const { mib, rounds, networkMibASecond } = program({
  mib: { usual: 1024, short: 32 },
  rounds: { usual: 3, short: 1 },
  /** What a network before S3 would let through; 0: as much as the processor gives. */
  networkMibASecond: { usual: 0 },
});
const sizeBytes = mib * mebibyte;

const folder = dataFolder();
const database = await benchDatabase();
const lines: string[][] = [];
try {
  await written(folder);
  lines.push(await measured('disk', {}));
  const s3 = await startServer({
    file: new URL('./servers/s3.ts', import.meta.url),
    environment: { BENCH_SIZE: String(sizeBytes), BENCH_MIB_A_SECOND: String(networkMibASecond) },
  });
  const url = `s3://key:secret@127.0.0.1:${s3.port}/bucket?region=eu-test-1&tls=false`;
  const source = `${s3.baseUrl}/bucket/ws/bench/1`;
  lines.push(await measured('S3', { CHANCERY_BLOB_URL: url, BENCH_SOURCE: source }));
  await s3.stop();
  printTable(
    [
      `${sizeBytes / mebibyte} MiB`,
      'read in the process, MiB/s',
      'sent by a bare server, MiB/s',
      'answer, MiB/s',
      'ratio to the latter',
      'memory added, MiB',
    ],
    lines,
  );
} finally {
  await database.drop();
  folder.remove();
}

/** The rates in turns, each round after the other, so that what else the machine does reaches both. */
async function measured(what: string, environment: Readonly<Record<string, string>>): Promise<string[]> {
  const server = await startServer({
    file: new URL('./servers/files.ts', import.meta.url),
    fromSources: true,
    environment: {
      CHANCERY_DATABASE_URL: database.url,
      CHANCERY_DATA_DIR: folder.path,
      CHANCERY_LOG_LEVEL: 'warn',
      CHANCERY_RATE_LIMIT_SCALE: '0',
      BENCH_SIZE: String(sizeBytes),
      ...environment,
    },
  });
  const alone: number[] = [];
  const bare: number[] = [];
  const answer: number[] = [];
  let added = 0;
  const url = `${server.baseUrl}/file`;
  await took(url); // what a first answer loads is no part of it
  for (let round = 0; round < rounds; round += 1) {
    alone.push(Number(await (await fetch(`${server.baseUrl}/rate`)).text()));
    bare.push(await took(`${server.baseUrl}/bare`));
    const before = residentOf(server, 'VmRSS');
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5'); // begins the peak anew
    answer.push(await took(url));
    added = Math.max(added, residentOf(server, 'VmHWM') - before);
  }
  await server.kill();
  const rate = (seconds: readonly number[]) => sizeBytes / mebibyte / median(seconds);
  return [
    what,
    rate(alone).toFixed(0),
    rate(bare).toFixed(0),
    rate(answer).toFixed(0),
    (rate(answer) / rate(bare)).toFixed(2),
    (added / mebibyte).toFixed(1),
  ];
}

/** Seconds of one whole answer; what comes is counted and thrown away. */
async function took(url: string): Promise<number> {
  const begun = performance.now();
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  let size = 0;
  response.on('data', (part: Buffer) => {
    size += part.length;
  });
  await once(response, 'end');
  if (response.statusCode !== 200 || size !== sizeBytes)
    throw new Error(`${response.statusCode} with ${size} bytes`);
  return (performance.now() - begun) / 1000;
}

/** In bytes. */
function residentOf({ pid }: ChildServer, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
}

async function written({ path }: DataFolder): Promise<void> {
  mkdirSync(join(path, 'blobs', 'ws', 'bench'), { recursive: true });
  const file = createWriteStream(join(path, 'blobs', 'ws', 'bench', '1'));
  for (let at = 0; at < sizeBytes; at += mebibyte)
    if (!file.write(Buffer.alloc(mebibyte))) await once(file, 'drain');
  file.end();
  await once(file, 'close');
}
