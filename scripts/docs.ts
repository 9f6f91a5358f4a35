import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exampleValues } from '@chancery/core/internal';
import { configurationTable } from '../packages/server/src/configuration.ts';
import { unknownCommandsIn, unknownNamesIn } from './shown-names.ts';

/** Writes the table of settings into the operators' guide; with `--check` says what is stale, and which pages name what is not there. */
const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const checking = process.argv.includes('--check');

const guide = 'docs/operating.md';
const cell = (text: string) => text.replaceAll('|', '\\|');
const rows = configurationTable().map(
  ({ name, shownDefault, meaning }) => `| \`${name}\` | ${cell(shownDefault)} | ${cell(meaning)} |`,
);
const table = ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
const before = read(guide);
const after = before.replace(
  /(<!-- settings:.*?-->\n)[\s\S]*?(<!-- \/settings -->)/,
  (_, open: string, close: string) => `${open}${table}\n${close}`,
);
if (!checking && after !== before) writeFileSync(join(root, guide), after);

const under = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`);
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'deploy/README.md',
  ...packages.flatMap((folder) => [`${folder}/README.md`, `${folder}/NOTICE.md`]),
  ...['docs', 'packages/adapters-http/docs', 'packages/core/src'].flatMap(under),
].filter((path) => path.endsWith('.md') && existsSync(join(root, path)));
const sources = ['packages/adapters-http/browser', ...packages.map((folder) => `${folder}/src`)]
  .flatMap(under)
  .filter((path) => /\.(ts|js)$/.test(path) && !/\.test\.ts$|chancery-sdk|packages\/cli\//.test(path));
const unknownCommands = sources.flatMap((source) =>
  unknownCommandsIn(read(source)).map((name) => `${source}: there is no ${name}`),
);
const faults = [
  ...(checking && after !== before ? [`${guide}: the settings are stale, run npm run docs`] : []),
  ...(await Promise.all(pages.map(faultsOf))).flat(),
  ...unknownCommands,
];
for (const fault of faults) console.error(fault);
console.log(`${pages.length} pages, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Links and names of what is not there, rules that the named test does not hold, and plans that will lie in the past. */
async function faultsOf(page: string): Promise<string[]> {
  const text = read(page);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
    join(dirname(page), target),
  );
  const named = [...text.matchAll(/`((?:packages|examples|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  const missing = [...links, ...named]
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${page}: there is no ${path}`);
  const unheld = [...text.matchAll(/`(packages\/[\w./-]+\.test\.ts)` ((?:[A-Z]{3}-\d+(?:, )?)+)/g)].flatMap(
    ([, path = '', rules = '']) =>
      existsSync(join(root, path))
        ? rules
            .split(', ')
            .filter((rule) => !new RegExp(`${rule}\\b`).test(read(path)))
            .map((rule) => `${page}: ${path} does not hold ${rule}`)
        : [],
  );
  const passing = [...text.matchAll(/scheduled-?start-?at[ :=]+'?(\d[\w:.-]+)/gi)]
    .filter(([, at = '']) => Date.parse(at) !== Date.parse(exampleValues.plannedAt))
    .map(([, at]) => `${page}: ${at} will have passed, write ${exampleValues.plannedAt}`);
  const unknown = (await unknownNamesIn(text)).map((name) => `${page}: there is no ${name}`);
  return [...missing, ...unheld, ...passing, ...unknown];
}
