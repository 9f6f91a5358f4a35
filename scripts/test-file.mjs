import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { bundleTests, mocha } from './bundle-tests.mjs';
import { serviceUrls } from './ensure-services.mjs';
import { root } from './install.mjs';

/**
 * `npm run test:file <path> …`: these test files alone, with options of mocha if wanted (`-g "a title"`). It installs
 * nothing, compiles no package and starts no service; a test that needs PostgreSQL or RabbitMQ says so where it is absent.
 */
const args = process.argv.slice(2);
const isTest = (argument) => argument.endsWith('.test.ts');
const files = args.filter(isTest).map((file) => relative(root, resolve(file)));
if (files.length === 0) {
  console.error('Name a test file: npm run test:file packages/core/src/kernel/ids.test.ts');
  process.exit(64);
}

const folder = join(root, '.build', `test-file-${process.pid}`);
mkdirSync(folder, { recursive: true });
try {
  const bundled = await bundleTests(files, folder);
  const { status } = spawnSync(
    process.execPath,
    [...mocha, ...args.filter((argument) => !isTest(argument)), ...bundled],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...serviceUrls() } },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
