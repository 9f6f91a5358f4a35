import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { bundleTests, mochaCommand } from './bundle-tests.mjs';
import { serviceUrls } from './ensure-services.mjs';
import { root } from './install.mjs';
import './link-packages.mjs';

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
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(folder, { recursive: true });
// The bundler ends before its memory is worth collecting.
process.env.GOGC ??= 'off';
const bundled = await bundleTests(files, folder);
Object.assign(process.env, serviceUrls());
process.chdir(root);
process.setSourceMapsEnabled(true);
// Mocha runs in this process, because another would cost as much again as a small test does.
process.argv.splice(
  1,
  process.argv.length,
  mochaCommand,
  ...args.filter((argument) => !isTest(argument)),
  ...bundled,
);
await import(mochaCommand);
