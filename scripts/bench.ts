import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Recorded } from '../bench/harness/recorded.ts';
import { type Ran, resultsPage, tableOf } from './bench-results.ts';

/**
 * `npm run bench`: every program of bench that has a short form, one after the other, and one table of all that they print.
 * `npm run bench -- --long` runs them at full length and writes bench/results.md after each of them. Names of programs choose
 * some of them, and at full length also others; what bench/results.md says of those that were not run stays.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'bench');
const isLong = process.argv.includes('--long');
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const mostMinutes = isLong ? Number.POSITIVE_INFINITY : 10;
const results = isLong ? join(folder, 'results.md') : join(root, 'reports', 'bench.md');

const begun = performance.now();
const secondsLeft = () => mostMinutes * 60 - (performance.now() - begun) / 1000;
const ran: Ran[] = [];
for (const name of programs()) {
  console.log(`\n######## ${name}`);
  ran.push(
    secondsLeft() > 0
      ? await run(name)
      : { name, seconds: 0, fault: `not begun within ${mostMinutes} minutes`, lines: [] },
  );
  keep(ran);
}
console.log(`\n${tableOf(ran).join('\n')}\n\nWritten to ${results.slice(root.length)}`);
for (const { name, fault } of ran) if (fault !== null) console.log(`${name}: ${fault}`);
if (ran.some(({ fault }) => fault !== null)) process.exitCode = 1;

/** What is there by now; a short run says nothing of programs that were not run. */
function keep(done: readonly Ran[]): void {
  mkdirSync(join(results, '..'), { recursive: true });
  const before = isLong && existsSync(results) ? readFileSync(results, 'utf8') : '';
  writeFileSync(results, resultsPage(before, done, new Date().toISOString().slice(0, 10)));
}

/** Those that were named, or all that have a short form, in the order of their page, where what people do most comes first. */
function programs(): readonly string[] {
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  const all = [...page.matchAll(/^\| `([\w-]+)\.ts/gm)].map(([, name = '']) => name);
  const short = all.filter(hasShortForm);
  const impossible = chosen.filter((name) => !(isLong ? all : short).includes(name));
  if (impossible.length > 0)
    throw new Error(`There is no such program, or it runs with --long only: ${impossible.join(', ')}`);
  return chosen.length === 0 ? short : all.filter((name) => chosen.includes(name));
}

/** A program has one as soon as it says how little of something would do. */
function hasShortForm(name: string): boolean {
  return /\bshort: /.test(readFileSync(join(folder, `${name}.ts`), 'utf8'));
}

async function run(name: string): Promise<Ran> {
  const place = mkdtempSync(join(tmpdir(), 'chancery-record-'));
  const record = join(place, 'lines');
  const began = performance.now();
  const child = spawn(
    process.execPath,
    // What was built, not the sources: to load those takes each program seconds.
    ['--import', 'tsx', join(folder, `${name}.ts`)],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        CHANCERY_BENCH_RECORD: record,
        ...(isLong ? {} : { CHANCERY_BENCH_SHORT: '1' }),
      },
    },
  );
  // SIGTERM: the program ends its servers.
  const timer = isLong ? undefined : setTimeout(() => child.kill('SIGTERM'), secondsLeft() * 1000);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  const lines = existsSync(record)
    ? readFileSync(record, 'utf8')
        .trim()
        .split('\n')
        .map((line): Recorded => JSON.parse(line))
    : [];
  rmSync(place, { recursive: true });
  const seconds = (performance.now() - began) / 1000;
  return { name, seconds, lines, fault: code === 0 ? null : `ended with ${code ?? signal}` };
}
