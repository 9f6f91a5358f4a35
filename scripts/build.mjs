import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePackage } from './bundle-package.mjs';
import { install, root } from './install.mjs';

/** In the order in which they need one another. */
const packages = [
  'verify',
  'core',
  'adapters-persistence',
  'adapters-services',
  'adapters-engines',
  'adapters-http',
  'server',
  'sdk',
  'cli',
];

/** Compiles the packages whose sources changed since they were compiled, and those after them. */
export async function build() {
  mkdirSync(join(root, '.build'), { recursive: true });
  let stale = false;
  for (const name of packages) {
    const folder = join(root, 'packages', name);
    const stampFile = join(root, '.build', `${name}.stamp`);
    const stamp = stampOf(folder);
    stale ||=
      !existsSync(join(folder, 'dist')) ||
      !existsSync(stampFile) ||
      readFileSync(stampFile, 'utf8') !== stamp;
    if (!stale) continue;
    process.stdout.write(`Building @chancery/${name} … `);
    const started = Date.now();
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    execFileSync(
      join(root, 'node_modules', '.bin', 'tsc'),
      ['-p', join(folder, 'tsconfig.build.json'), '--checkers', '1'],
      { stdio: 'inherit' },
    );
    await bundlePackage(folder, name);
    if (name === 'adapters-http') takeRenderer(folder);
    writeFileSync(stampFile, stamp);
    console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

/**
 * The page at /docs is drawn by one file of a package whose other files a server never needs, so that file is built in
 * (NOTICE.md has its licence), and nobody who installs our package installs that one.
 */
function takeRenderer(folder) {
  const from = join(root, 'node_modules', '@scalar', 'api-reference');
  const to = join(folder, 'dist', 'vendor');
  mkdirSync(to, { recursive: true });
  copyFileSync(join(from, 'dist', 'browser', 'standalone.js'), join(to, 'scalar-api-reference.js'));
}

/** Changes when a source file, its size or its time does. */
function stampOf(folder) {
  const hash = createHash('sha256');
  const files = [
    ...readdirSync(join(folder, 'src'), { recursive: true }).map((name) => join('src', String(name))),
    'package.json',
    'tsconfig.build.json',
  ];
  for (const name of files.sort()) {
    const { size, mtimeMs } = statSync(join(folder, name));
    if (/\.(ts|json)$/.test(name)) hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  install();
  await build();
}
