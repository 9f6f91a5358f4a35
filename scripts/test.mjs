import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { batchesOf, timingsFile } from './batches.mjs';
import { bundledName, bundleTests, mochaCommand } from './bundle-tests.mjs';
import { ensureServices } from './ensure-services.mjs';
import { install, root } from './install.mjs';
import { scratchFolder } from './scratch-folder.mjs';

/** `npm test`: checks and every suite, on two processors at most. `npm test -- core sdk` runs those suites alone. */
const begun = Date.now();
install();
const { environment, versions } = await ensureServices();
const wanted = process.argv.slice(2);
const reports = join(root, 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const scratch = scratchFolder();
const batches = batchesOf(wanted);
const failed = [];
// As many as there are processors, two at most: a third like them made stories in browsers wait for each other.
const lanes = Math.min(2, availableParallelism());
/** What waits for nothing but the processor, and takes what the others leave of it while they wait for other processes. */
const isPatient = ({ suite }) => suite === 'core';
const patience = 5;
// A batch alone is followed as it runs; of several at a time each is shown whole when it ends.
const followed = lanes === 1 || batches.length === 1;

const bundles = join(root, '.build/tests');
const building = run('build', process.execPath, ['scripts/build.mjs']);
const checking = wanted.length === 0 ? check() : Promise.resolve();
if (lanes === 1) await checking;
const bundling = bundleTests(
  batches.flatMap(({ files }) => files),
  bundles,
);
// What cannot be bundled the bundler has printed by then.
await bundling.catch(() => failed.push('bundle'));
await building;
const ready = failed.every((title) => title !== 'bundle' && title !== 'build');
const [patient, hasty] = [batches.filter(isPatient), batches.filter((batch) => !isPatient(batch))];
await Promise.all([
  ...Array.from({ length: lanes }, (_, index) =>
    index === 0 ? checking.then(() => lane(hasty, patient)) : lane(hasty, patient),
  ),
  ...(lanes > 1 && hasty.length > 0 ? [lane(patient)] : []),
]);

const { passes, failures, durations } = totals();
if (wanted.length === 0) writeFileSync(timingsFile, `${JSON.stringify(durations, null, 1)}\n`);
const slowest = Object.entries(durations)
  .sort(([, one], [, other]) => other - one)
  .slice(0, 10);
console.log('\nThe slowest files');
for (const [file, milliseconds] of slowest)
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(8)} s  ${file}`);
console.log(
  `\nRan against Node ${process.versions.node}\n${versions.map((version) => `  ${version}`).join('\n')}`,
);
// Once more and last: somebody who sees only the end of what was printed finds here what to mend.
for (const { file, fullTitle, err } of failures)
  console.log(
    `\nFailed: ${fullTitle}\n  ${file}\n  ${(err.message ?? 'It gave no message.').replaceAll('\n', '\n  ')}`,
  );
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`\n${((Date.now() - begun) / 60_000).toFixed(1)} minutes`);
console.log(`${passes} passed, ${failures.length} failed`);
process.exitCode = failed.length > 0 || failures.length > 0 || passes === 0 ? 1 : 0;

async function check() {
  const runCheck = (name) => run(`npm run ${name}`, 'npm', ['run', '--silent', name]);
  for (const name of ['format:check', 'types']) await runCheck(name);
  // These walk through all folders, while the build clears some away.
  await building;
  for (const name of [
    'arrows',
    'dead-code',
    'contract:check',
    'docs:check',
    'api:check',
    'long-code',
    'packages:check',
  ])
    await runCheck(name);
}

/** Runs one batch after another: of the first queue, then of the next. */
async function lane(...queues) {
  if (!ready) return;
  const next = () => queues.find((queue) => queue.length > 0)?.shift();
  for (let batch = next(); batch !== undefined; batch = next()) {
    const { suite, name, files } = batch;
    const options = ['--reporter', 'scripts/reporter.cjs', ...(process.stdout.isTTY ? ['--color'] : [])];
    const bundled = files.map((file) => join(bundles, bundledName(file)));
    // A stack trace names the sources.
    const args = ['--enable-source-maps', mochaCommand, ...options, ...bundled];
    await run(name, process.execPath, args, {
      env: environmentOf(suite, name),
      isFollowed: followed,
      niceness: isPatient(batch) ? patience : 0,
    });
  }
}

/**
 * What a batch of a suite finds in its environment. Processes are started as they were built. The clock of the core's
 * tests is a port that stands still, so none of them may look at the machine's. Their suite runs a year ahead, always and
 * only there: a test that would fail on some later day fails today, and no suite runs twice.
 */
function environmentOf(suite, name) {
  const report = {
    ...environment,
    ...(scratch === null ? {} : { TMPDIR: scratch }),
    CHANCERY_REPORT: join(reports, `${name}.json`),
    CHANCERY_TEST_BUILT: 'true',
  };
  if (suite !== 'core') return report;
  const ahead = pathToFileURL(join(root, 'scripts/a-year-ahead.mjs'));
  return { ...report, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${ahead}` };
}

/** Runs a command, and notes its title where it fails. */
async function run(title, command, args, { env = {}, isFollowed = false, niceness = 0 } = {}) {
  console.log(isFollowed ? `\n── ${title}` : `   ${title}: running`);
  const started = Date.now();
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', isFollowed ? 'inherit' : 'pipe', isFollowed ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  });
  if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness);
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(part));
  const [status] = await once(child, 'close');
  if (!isFollowed) process.stdout.write(`\n── ${title}\n${Buffer.concat(printed)}`);
  console.log(`   ${title}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) failed.push(title);
  return status === 0;
}

function totals() {
  const found = readdirSync(reports).map((file) => JSON.parse(readFileSync(join(reports, file), 'utf8')));
  return {
    passes: found.reduce((sum, { stats }) => sum + stats.passes, 0),
    failures: found.flatMap(({ failures }) => failures),
    durations: Object.assign({}, ...found.map(({ durations }) => durations)),
  };
}
