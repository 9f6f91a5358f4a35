import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serviceUrls } from './ensure-services.mjs';
import { root } from './install.mjs';

/**
 * `npm run test:file <path> …`: these test files from their sources, with mocha's own options if wanted. It installs,
 * builds and starts nothing; a test that needs PostgreSQL or RabbitMQ fails where it does not answer.
 */
const args = process.argv.slice(2);
if (args.length === 0) {
  console.error('Name a test file: npm run test:file packages/core/src/kernel/time.test.ts');
  process.exit(64);
}
// The snapshot of the migrated database is kept here.
mkdirSync(join(root, '.build'), { recursive: true });
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/mocha/bin/mocha.js'), ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...serviceUrls() },
});
process.exitCode = status ?? 1;
