import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openApiDocument } from '@chancery/adapters-http';
import { generateSdk } from '../packages/sdk/generator/generate.ts';
import { eventsPage, permissionsPage, statesPage } from './api-tables.ts';

/** Writes the OpenAPI document and the SDK from the declarations; with `--check` it only says what is stale. */
const root = join(import.meta.dirname, '..');
const checking = process.argv.includes('--check');
const document = openApiDocument('http://127.0.0.1:8080');
const generated = 'packages/sdk/src/generated';
const wanted = new Map<string, string>([
  ['packages/sdk/openapi.json', `${JSON.stringify(document, null, 2)}\n`],
  ['packages/core/api/permissions.md', permissionsPage()],
  ['packages/core/api/states.md', statesPage()],
  ['packages/core/api/events.md', eventsPage()],
]);
for (const [name, text] of generateSdk(document)) wanted.set(`${generated}/${name}`, text);

const present = existsSync(join(root, generated))
  ? readdirSync(join(root, generated)).map((name) => `${generated}/${name}`)
  : [];
const leftOver = present.filter((path) => !wanted.has(path));
const stale = [...wanted]
  .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
  .map(([path]) => path);

if (checking) {
  const faults = [...stale, ...leftOver];
  if (faults.length > 0)
    console.error(`Out of date, run npm run contract:\n${faults.map((path) => `  ${path}`).join('\n')}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  for (const path of leftOver) rmSync(join(root, path));
  for (const path of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), wanted.get(path) ?? '');
  }
  console.log(
    `${Object.keys(document.paths as object).length} paths; ${stale.length} files written, ${leftOver.length} removed`,
  );
}
