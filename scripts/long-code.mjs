import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** `npm run long-code`: files over 300 lines, functions over 60, and exceptions of `biome.jsonc` that nothing needs any more. */
const configuration = JSON.parse(
  readFileSync(join(root, 'biome.jsonc'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
);
const [limits, ...exceptions] = configuration.overrides;
const probe = join(root, 'long-code.biome.json');
writeFileSync(
  probe,
  JSON.stringify({ ...configuration, linter: { rules: { recommended: false } }, overrides: [limits] }),
);
const { stdout } = spawnSync(
  'npx',
  ['biome', 'lint', `--config-path=${probe}`, '--max-diagnostics=none', '--reporter=json', 'packages'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
rmSync(probe);

const found = JSON.parse(stdout)
  .diagnostics.filter(({ category }) => category.includes('noExcessiveLines'))
  .map(({ category, message, location: { path, start } }) => ({
    kind: category.includes('PerFile') ? 'file' : 'function',
    lines: Number(/\((\d+)\)/.exec(message)?.[1]),
    place: category.includes('PerFile') ? path : `${path}:${start.line}`,
    path,
  }))
  .sort((one, other) => other.lines - one.lines);
const show = (title, entries) =>
  console.log(
    [`${title}: ${entries.length}`, ...entries.map(({ lines, place }) => `  ${lines}  ${place}`), ''].join(
      '\n',
    ),
  );
show(
  'Files over 300 lines',
  found.filter(({ kind }) => kind === 'file'),
);
show(
  'Functions over 60 lines',
  found.filter(({ kind, lines }) => kind === 'function' && lines > 60),
);

const long = (kind) => new Set(found.filter((each) => each.kind === kind).map(({ path }) => path));
const needed = { noExcessiveLinesPerFile: long('file'), noExcessiveLinesPerFunction: long('function') };
const needless = exceptions.flatMap(({ includes, linter }) => {
  const [rule = ''] = Object.values(linter.rules).flatMap((group) => Object.keys(group));
  return includes.filter((path) => !(needed[rule]?.has(path) ?? true));
});
console.log(`Exceptions that nothing needs: ${needless.length}`);
for (const path of needless) console.log(`  ${path}`);
process.exitCode = needless.length > 0 ? 1 : 0;
