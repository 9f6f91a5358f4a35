import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
  for (const name of ['format:check', 'types', 'arrows', 'dead-code', 'contract:check', 'docs:check'])
    run(`npm run ${name}`, 'npm', ['run', '--silent', name]);
}

const suites = [
  ...['core', 'adapters-persistence', 'adapters-services', 'adapters-http', 'server', 'sdk', 'cli'].map(
    (name) => ({ name, folder: join('packages', name) }),
  ),
  ...readdirSync(join(root, 'examples')).map((name) => ({
    name: `example-${name}`,
    folder: join('examples', name),
  })),
];
for (const { name, folder } of suites) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const files = testsIn(join(root, folder));
  if (files.length > 0)
    run(
      name,
      process.execPath,
      [
        join(root, 'node_modules/mocha/bin/mocha.js'),
        '--reporter',
        join(root, 'scripts/reporter.cjs'),
        ...files,
      ],
      { CHANCERY_REPORT: join(reports, `${name}.json`) },
    );
}

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

function testsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))
    .sort();
}
