import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cutLine } from '../packages/cli/src/testing/cut-line.ts';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { startServer } from './harness/child-server.ts';
import { median, printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { mebibyte, randomFile, registered } from './harness/upload-files.ts';

// A large file by the command line over a line that is cut again and again: to the service as one document, and back with its
// digest checked; then back once more over a whole line. Then the same answer and that of a bare server which pipes the file,
// in turns, to somebody who keeps no byte: what the service adds to the store.
const {
  mib,
  cuts: mostCuts,
  rounds,
} = program({
  mib: { usual: 1024, short: 32 },
  cuts: { usual: 20, short: 2 },
  rounds: { usual: 5, short: 1 },
});
const totalBytes = mib * mebibyte;
/** As usual for 1 GiB, and less for less: what is on its way must be less than what passes between two cuts. */
const chunkBytes = Math.min(8, Math.ceil(mib / 32) / 4) * mebibyte;
const cli = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));

interface Ran {
  readonly seconds: number;
  /** The most memory that the process held, in MiB. */
  readonly memory: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

const [folder, database] = [dataFolder(), await benchDatabase()];
try {
  const server = await startChancery({
    folder,
    environment: { CHANCERY_DATABASE_URL: database.url },
  });
  const file = await randomFile(join(folder.path, 'sent.pdf'), totalBytes);
  const accessToken = await registered(server.baseUrl);
  const back = join(folder.path, 'back.pdf');
  const idle = await chancery(['health', 'live'], server.baseUrl, accessToken);
  const lines: string[][] = [
    ['nothing but a call', idle.seconds.toFixed(1), '', idle.memory.toFixed(0), '', ''],
  ];

  const upload = ['documents', 'upload', '--chunk-size', String(chunkBytes)];
  const out = await cutLine(server.baseUrl, { everyBytes: totalBytes / (mostCuts + 1), mostCuts });
  const sent = await chancery([...upload, file.path], out.baseUrl, accessToken);
  const [document] = sent.answer.documents as readonly { readonly id: string; readonly sha256: string }[];
  if (document === undefined) throw new Error('No document was made');
  lines.push(['upload', ...figures(sent), String(out.cuts), verdict(document.sha256, file.sha256)]);
  await out.close();

  const download = ['documents', 'download', document.id, '--output', back];
  for (const cuts of [mostCuts, 0]) {
    const home = await cutLine(server.baseUrl, { everyBytes: totalBytes / (cuts + 1), mostCuts: cuts });
    const received = await chancery(download, cuts === 0 ? server.baseUrl : home.baseUrl, accessToken);
    const sha256 = await digestOf(back);
    lines.push(['download', ...figures(received), String(home.cuts), verdict(sha256, file.sha256)]);
    await home.close();
    rmSync(back);
  }
  const bare = await startServer({
    file: new URL('./servers/piped-file.ts', import.meta.url),
    environment: { BENCH_FILE: file.path },
  });
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await readOnce(bare.baseUrl, accessToken));
    ours.push(await readOnce(`${server.baseUrl}/api/v1/documents/${document.id}/content`, accessToken));
  }
  await bare.stop();
  for (const [name, times] of [
    ['read and thrown away', ours],
    ['a bare server, read and thrown away', theirs],
  ] as const)
    lines.push([name, median(times).toFixed(1), rate(median(times)), '', '', '']);
  printTable([`${totalBytes / mebibyte} MiB`, 'seconds', 'MiB/s', 'peak MiB', 'cuts', 'SHA-256'], lines);
  console.log(`\nrate of the service to the bare server's: ${(median(theirs) / median(ours)).toFixed(2)}`);
  await server.stop();
} finally {
  await database.drop();
  folder.remove();
}

function rate(seconds: number): string {
  return (totalBytes / mebibyte / seconds).toFixed(0);
}

function figures({ seconds, memory }: Ran): string[] {
  return [seconds.toFixed(1), rate(seconds), memory.toFixed(0)];
}

function verdict(found: string, expected: string): string {
  if (found === expected) return 'ok';
  process.exitCode = 1;
  return 'WRONG';
}

/** One command in a process of its own; its answer as JSON. */
async function chancery(args: readonly string[], baseUrl: string, accessToken: string): Promise<Ran> {
  const begun = performance.now();
  const child = spawn(process.execPath, [cli, ...args, '--json'], {
    env: { ...process.env, CHANCERY_BASE_URL: baseUrl, CHANCERY_TOKEN: accessToken, HOME: folder.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [said, memory] = ['', 0];
  child.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  const watch = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid ?? 0));
  }, 50);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  if (code !== 0) throw new Error(`chancery ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - begun) / 1000, memory, answer: JSON.parse(said) };
}

/** The peak memory of a process so far, in MiB; 0 if it has ended. */
function peakOf(pid: number): number {
  try {
    const [, kibibytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) / 1024;
  } catch {
    return 0;
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Seconds of one answer whose bytes nobody keeps. */
async function readOnce(url: string, accessToken: string): Promise<number> {
  const begun = performance.now();
  const [response] = (await once(
    get(url, { headers: { authorization: `Bearer ${accessToken}` } }),
    'response',
  )) as [IncomingMessage];
  let size = 0;
  response.on('data', (part: Buffer) => {
    size += part.length;
  });
  await once(response, 'end');
  if (response.statusCode !== 200 || size !== totalBytes)
    throw new Error(`${response.statusCode} with ${size} bytes`);
  return (performance.now() - begun) / 1000;
}
