import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { aLetter } from '../packages/adapters-engines/src/signing-pdf/testing/a-letter.ts';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder } from './harness/chancery-server.ts';
import { freePort, startServer } from './harness/child-server.ts';
import { mebibyte, residentOf } from './harness/memory.ts';
import { median, printTable, quantile } from './harness/printed-table.ts';
import { processorTime } from './harness/processor-time.ts';
import { program } from './harness/program.ts';
import { drawingSteps } from './harness/sealing-steps.ts';
import { SigningPlace, threeSigners } from './harness/signing-place.ts';
import { timedRequest } from './harness/timed-request.ts';

// What it takes from the last signature until the sealed file with its certificate and evidence is stored and can be read, by
// the real server with its pool of processes. Every file is read again; one that is not what its digest says is a fault.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { rounds, longRounds, parallel, batches } = program({
  /** How many documents of 10 pages are sealed one after the other. */
  rounds: { usual: 100, short: 4 },
  /** How many of 20, and of 200 pages. */
  longRounds: { usual: 20, short: 1 },
  /** How many at once, and how many times. */
  parallel: { usual: 20, short: 3 },
  batches: { usual: 5, short: 1 },
});

interface Noted {
  readonly what: string;
  readonly milliseconds: number;
  readonly endedAt: number;
  readonly about: string | null;
}

const folder = dataFolder();
const database = kind === 'postgres' ? await benchDatabase() : null;
const figuresPort = await freePort();
const server = await startServer({
  file: new URL('./servers/sealing.ts', import.meta.url),
  environment: {
    FIGURES_PORT: String(figuresPort),
    CHANCERY_DATA_DIR: folder.path,
    CHANCERY_RATE_LIMIT_SCALE: '0',
    CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
    ...(database === null ? {} : { CHANCERY_DATABASE_URL: database.url }),
  },
});
const agent = new Agent({ keepAlive: true });
let faults = 0;
const sealJob = 'documents.seal';

const noted = async (): Promise<readonly Noted[]> =>
  JSON.parse(await (await fetch(`http://127.0.0.1:${figuresPort}/`)).text());

/** Whether the sealed file and the certificate can be read, and are what their digests say. */
async function check(place: SigningPlace, id: string): Promise<void> {
  const { signature, versions } = await place.settled(id);
  const sealed = versions.filter((version) => version.kind === 'sealed');
  const digest = createHash('sha256')
    .update(await place.content(id, 'sealed'))
    .digest('hex');
  const isGood =
    signature.seal.status === 'sealed' &&
    sealed.length === 1 &&
    sealed[0]?.sha256 === digest &&
    versions.filter((version) => version.kind === 'certificate').length === 1;
  if (isGood) return;
  faults += 1;
  console.error(
    `${id}: ${signature.seal.status} ${signature.seal.failureCode ?? ''}, ${sealed.length} sealed`,
  );
}

interface Measured {
  /** Of the job that seals, and of its steps, for each document. */
  readonly steps: ReadonlyMap<string, readonly number[]>;
  /** From the moment in which the last signature is given until the job has ended. */
  readonly waited: readonly number[];
  /** Milliseconds of the processor for each document, of the server with its pool, from the last signature on. */
  readonly processor: number;
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const processorTimes = () =>
  new Map([server.pid, ...childrenOf(server.pid)].map((pid) => [pid, processorTime(pid)]));
/** What of the processor was used since then, by those that are still there. */
const usedSince = (before: ReadonlyMap<number, number>): number =>
  [...processorTimes()].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);

/** Seals documents of so many pages, so many at once. */
async function sealed(place: SigningPlace, pages: number, count: number, atOnce: number): Promise<Measured> {
  const letter = await aLetter(pages);
  const steps = new Map<string, number[]>();
  const waited: number[] = [];
  let processor = 0;
  for (let done = 0; done < count; done += atOnce) {
    const ready: { id: string; finish: () => Promise<void> }[] = [];
    for (let at = 0; at < atOnce; at += 1) {
      const document = await place.send(letter, threeSigners, pages);
      ready.push({ id: document.id, finish: await place.completedButLast(document) });
    }
    await noted();
    const before = processorTimes();
    const begun = Date.now();
    await Promise.all(ready.map(({ finish }) => finish()));
    const all: Noted[] = [];
    const isDone = () => all.filter(({ what }) => what === sealJob).length >= atOnce;
    for (const deadline = Date.now() + 60_000; !isDone() && Date.now() < deadline; await wait(50))
      all.push(...(await noted()));
    processor += usedSince(before) / count;
    for (const { what, milliseconds, endedAt } of all) {
      const before = steps.get(what) ?? [];
      steps.set(what, [...before, milliseconds]);
      if (what === sealJob) waited.push(endedAt - begun);
    }
    for (const { id } of ready) await check(place, id);
  }
  return { steps, waited, processor };
}

const figures = (times: readonly number[]) =>
  [median(times), quantile(times, 0.95)].map((each) => each.toFixed(1));

/** Reads of others at a steady pace, until told to stop. */
function others(token: string) {
  const times: number[] = [];
  let [isOver, failed] = [false, 0];
  const paths = ['/api/v1/auth/me', '/api/v1/projects', '/api/v1/documents'];
  const asking = (async () => {
    const sent: Promise<unknown>[] = [];
    for (let number = 0; !isOver; number += 1) {
      const path = paths[number % paths.length] ?? '';
      sent.push(
        timedRequest(server.baseUrl, { path }, { agent, token }).then(
          ({ milliseconds }) => times.push(milliseconds),
          () => {
            failed += 1;
          },
        ),
      );
      await wait(50);
    }
    await Promise.all(sent);
  })();
  return async () => {
    isOver = true;
    await asking;
    if (failed > 0) faults += 1;
    return [times.length, failed, median(times).toFixed(1), quantile(times, 0.99).toFixed(1)];
  };
}

const inMebibytes = (bytes: number) => (bytes / mebibyte).toFixed(0);

try {
  const place = await SigningPlace.open(server.baseUrl);
  await sealed(place, 10, 3, 1);

  const quiet = others(await place.token());
  await wait(5000);
  const before = await quiet();
  const ten = await sealed(place, 10, rounds, 1);
  const twenty = await sealed(place, 20, longRounds, 1);
  const long = await sealed(place, 200, longRounds, 1);
  const busy = others(await place.token());
  const atOnce = await sealed(place, 10, parallel * batches, parallel);
  const meanwhile = await busy();

  const row = (what: string, { steps, waited, processor }: Measured) => {
    const jobs = steps.get(sealJob) ?? [];
    return [what, jobs.length, ...figures(jobs), ...figures(waited), processor.toFixed(0)];
  };
  printTable(
    [`sealing on ${kind}, ms`, 'sealed', 'p50', 'p95', 'from the last signature on, p50', 'p95', 'processor'],
    [
      row('10 pages, 3 signatures', ten),
      row('20 pages', twenty),
      row('200 pages', long),
      row(`10 pages, ${parallel} at once`, atOnce),
    ],
  );
  const steps = [...ten.steps].filter(([, times]) => times.length >= rounds);
  printTable(
    ['of a document of 10 pages, ms', 'times', 'p50', 'p95'],
    steps.map(([what, times]) => [what, times.length / rounds, ...figures(times)]),
  );
  printTable(
    ['within drawing, ms of processor time, p50', 'document', 'certificate'],
    await drawingSteps(rounds),
  );
  printTable(
    ['other requests', 'requests', 'failed', 'p50 ms', 'p99 ms'],
    [
      ['while nothing is sealed', ...before],
      [`while ${parallel} at once are prepared, signed and sealed`, ...meanwhile],
    ],
  );
  printTable(
    ['memory, MiB', 'now', 'at the peak'],
    [server.pid, ...childrenOf(server.pid)].map((pid, index) => [
      index === 0 ? 'server' : `process ${index} of the pool`,
      ...(['VmRSS', 'VmHWM'] as const).map((field) => inMebibytes(residentOf({ pid }, field))),
    ]),
  );
  console.log(faults === 0 ? 'every sealed file can be read' : `${faults} faults`);
} finally {
  agent.destroy();
  await server.stop();
  await database?.drop();
  folder.remove();
}
process.exit(faults === 0 ? 0 : 1);
