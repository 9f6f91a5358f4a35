import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Recorded } from '../bench/harness/recorded.ts';

/**
 * `npm run bench`: every program of bench that has a short form, one after the other, and one table of all that they print.
 * `npm run bench -- --long` runs them at full length and writes bench/results.md. Names of programs choose some of them.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'bench');
const isLong = process.argv.includes('--long');
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const mostMinutes = isLong ? Number.POSITIVE_INFINITY : 10;
const results = isLong ? join(folder, 'results.md') : join(root, 'reports', 'bench.md');

interface Ran {
  readonly name: string;
  readonly seconds: number;
  /** What kept it from its end; null if nothing did. */
  readonly fault: string | null;
  readonly lines: readonly Recorded[];
}

const begun = performance.now();
const secondsLeft = () => mostMinutes * 60 - (performance.now() - begun) / 1000;
const ran: Ran[] = [];
for (const name of programsWithShortForm().filter((each) => chosen.length === 0 || chosen.includes(each))) {
  console.log(`\n######## ${name}`);
  ran.push(
    secondsLeft() > 0
      ? await run(name)
      : { name, seconds: 0, fault: `not begun within ${mostMinutes} minutes`, lines: [] },
  );
}
mkdirSync(join(results, '..'), { recursive: true });
writeFileSync(results, written());
console.log(`\n${tableOf(ran).join('\n')}\n\nWritten to ${results.slice(root.length)}`);
for (const { name, fault } of ran) if (fault !== null) console.log(`${name}: ${fault}`);
if (ran.some(({ fault }) => fault !== null)) process.exitCode = 1;

/** A program has one as soon as it says how little of something would do. */
function programsWithShortForm(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && /\bshort: /.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
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

/** One row for each case: what was measured of it, and the figures under their headings. */
function tableOf(all: readonly Ran[]): readonly string[] {
  const rows = all.flatMap(({ name, fault, lines }) => [
    ...lines.flatMap((line) =>
      'rows' in line
        ? line.rows.map(([one = '', ...cells]) => [
            name,
            line.headings[0] ?? '',
            one,
            cells
              .map((cell, index) => `${line.headings[index + 1] ?? ''} ${cell}`.trim())
              .filter((figure) => figure !== '')
              .join('; '),
          ])
        : [],
    ),
    ...(fault === null ? [] : [[name, '', '', fault]]),
  ]);
  return [['program', 'measured', 'of', 'figures'], ['---', '---', '---', '---'], ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
}

function written(): string {
  const settingsOf = ({ name, seconds, lines }: Ran) => [
    `- \`${name}\`, ${seconds.toFixed(0)} s`,
    ...lines.flatMap((line) => {
      if ('setting' in line) return line.setting === 'machine' ? [] : [`  - ${line.setting}: ${line.value}`];
      return 'load' in line ? [`  - load average ${line.when}: ${line.load}`] : [];
    }),
  ];
  const machine = ran
    .flatMap(({ lines }) => lines)
    .find((line) => 'setting' in line && line.setting === 'machine');
  return `# Results

${isLong ? 'The last long run' : 'A short run'} of the programs of this folder that have a short form, by \`npm run bench${isLong ? ' -- --long' : ''}\`, on ${new Date().toISOString().slice(0, 10)}, on ${machine !== undefined && 'value' in machine ? machine.value : 'a machine that was not said'}. Figures of two machines, or of two loads of one, cannot be compared; ratios of one run can.

${tableOf(ran).join('\n')}

## Settings

${ran.flatMap(settingsOf).join('\n')}
`;
}
