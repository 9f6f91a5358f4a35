import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const stampFile = join(root, '.build', 'install.stamp');

/** Installs exactly what the lock names, once per lock. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Chancery needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed =
    existsSync(join(root, 'node_modules')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === lock;
  if (installed) return;
  console.log('Installing dependencies (once) …');
  execFileSync('npm', ['ci', '--strict-allow-scripts', '--no-progress'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(join(root, '.build'), { recursive: true });
  writeFileSync(stampFile, lock);
}
