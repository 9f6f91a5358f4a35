import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensureServices } from './ensure-services.mjs';
import { install, root } from './install.mjs';

/** `npm test`: checks, then every suite in a process of its own. `npm test -- core sdk` runs those suites alone. */
install();
build();
const { environment, versions } = await ensureServices();
const wanted = process.argv.slice(2);
const reports = join(root, 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const failed = [];
const run = (title, command, args, env = {}) => {
  console.log(`\n── ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment, ...env },
  });
  console.log(`   ${title}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) failed.push(title);
};

if (wanted.length === 0) {
  const checks = ['format:check', 'types', 'arrows', 'dead-code', 'contract:check', 'docs:check'];
  for (const name of [...checks, 'packages:check']) run(`npm run ${name}`, 'npm', ['run', '--silent', name]);
}

// The longest first: they share the processors with all the others.
const suites = [
  ...['server', 'core', 'adapters-http', 'adapters-persistence', 'adapters-services', 'sdk', 'cli'].map(
    (name) => ({ name, folder: join('packages', name) }),
  ),
  { name: 'scripts', folder: 'scripts' },
  ...readdirSync(join(root, 'examples')).map((name) => ({
    name: `example-${name}`,
    folder: join('examples', name),
  })),
];
const waiting = suites
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map(({ name, folder }) => ({ name, files: testsIn(join(root, folder)) }))
  .filter(({ files }) => files.length > 0);
// A suite alone is followed as it runs; of two at a time each is shown whole when it ends.
const lanes = Math.min(waiting.length, availableParallelism(), 2);
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift())
      await runSuite(suite, lanes === 1);
  }),
);

let passes = 0;
let failures = 0;
for (const file of readdirSync(reports)) {
  const { stats } = JSON.parse(readFileSync(join(reports, file), 'utf8'));
  passes += stats.passes;
  failures += stats.failures;
}
console.log(
  `\nRan against Node ${process.versions.node}\n${versions.map((version) => `  ${version}`).join('\n')}`,
);
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`\n${passes} passed, ${failures} failed`);
process.exitCode = failed.length > 0 || failures > 0 || passes === 0 ? 1 : 0;

async function runSuite({ name, files }, followed) {
  console.log(followed ? `\n── ${name}` : `   ${name}: running`);
  const started = Date.now();
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/mocha/bin/mocha.js'),
      '--reporter',
      join(root, 'scripts/reporter.cjs'),
      ...(process.stdout.isTTY ? ['--color'] : []),
      ...files,
    ],
    {
      cwd: root,
      stdio: ['ignore', followed ? 'inherit' : 'pipe', followed ? 'inherit' : 'pipe'],
      env: {
        ...process.env,
        ...environment,
        ...clockOf(name),
        CHANCERY_REPORT: join(reports, `${name}.json`),
      },
    },
  );
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(part));
  const [status] = await once(child, 'close');
  if (!followed) process.stdout.write(`\n── ${name}\n${Buffer.concat(printed)}`);
  console.log(`   ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) failed.push(name);
}

/**
 * The clock of the core's tests is a port that stands still, so none of them may look at the machine's. Their suite runs
 * a year ahead, always and only there: a test that would fail on some later day fails today, and no suite runs twice.
 */
function clockOf(name) {
  const ahead = pathToFileURL(join(root, 'scripts/a-year-ahead.mjs'));
  return name === 'core' ? { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${ahead}` } : {};
}

function testsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))
    .sort();
}
