import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** How long each file took when it last ran, in milliseconds; kept beside the build, for the next run to be balanced by. */
export const timingsFile = join(root, '.build', 'timings.json');

const suites = () => [
  ...[
    'core',
    'server',
    'adapters-http',
    'adapters-persistence',
    'adapters-services',
    'adapters-engines',
    'verify',
    'sdk',
    'cli',
  ].map((name) => ({ name, folder: join('packages', name) })),
  { name: 'scripts', folder: 'scripts' },
  ...readdirSync(join(root, 'examples')).map((name) => ({
    name: `example-${name}`,
    folder: join('examples', name),
  })),
];

/**
 * The test files of the suites that are wanted, by default of all, in batches, the longest first, each for a process of
 * its own. A long suite is cut, so that at the end no processor waits for one batch; not further, because each process
 * loads the sources again.
 */
export function batchesOf(wanted, most = 10) {
  const timings = existsSync(timingsFile) ? JSON.parse(readFileSync(timingsFile, 'utf8')) : {};
  const weighed = suites().map(({ name, folder }) => ({
    name,
    files: testsIn(folder).map((file) => ({ file, weight: timings[file] ?? guessed(file) })),
  }));
  const sum = (files) => files.reduce((total, { weight }) => total + weight, 0);
  const longest = sum(weighed.flatMap(({ files }) => files)) / most;
  return weighed
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    .flatMap(({ name, files }) => {
      const parts = Array.from({ length: Math.ceil(sum(files) / longest) }, () => []);
      for (const file of files.toSorted((one, other) => other.weight - one.weight))
        parts.toSorted((one, other) => sum(one) - sum(other))[0]?.push(file);
      const full = parts.filter((part) => part.length > 0);
      return full.map((part, index) => ({
        suite: name,
        name: full.length === 1 ? name : `${name}-${index + 1}`,
        files: part.map(({ file }) => file).sort(),
        weight: sum(part),
      }));
    })
    .sort((one, other) => other.weight - one.weight);
}

/** Of a file that has not run here yet: long stories have long sources, and those of the server start processes. */
function guessed(file) {
  const { size } = statSync(join(root, file));
  return file.startsWith('packages/server/') || file.startsWith('examples/') ? size : size / 3;
}

function testsIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name));
}
