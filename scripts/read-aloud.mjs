import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * `npm run read-aloud -- 7 40`: forty comments and forty test titles, drawn by the seed 7, to be read by ear. A text that
 * stumbles is mended where it stands.
 */
const [seed = '1', count = '40'] = process.argv.slice(2);

const files = execFileSync('git', ['ls-files', 'packages', 'examples', 'bench', 'scripts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes('/generated/'));

const comments = [];
const titles = [];
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, comment] of text.matchAll(/(\/\*\*[\s\S]*?\*\/|^ *\/\/ [^\n]*(?:\n *\/\/ [^\n]*)*)/gm)) {
    const words = comment
      .replace(/^\s*(\/\*\*|\*\/|\*|\/\/)|\*\/$/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (words.includes(' ') && !words.startsWith('biome-ignore')) comments.push(`${words}  [${file}]`);
  }
  if (!file.endsWith('.test.ts') && !file.endsWith('.contract.ts')) continue;
  for (const [, , title] of text.matchAll(/\bit\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g))
    titles.push(`${title}  [${file}]`);
}

const drawn = (texts) =>
  texts
    .map((text) => ({ text, order: createHash('sha256').update(`${seed} ${text}`).digest('hex') }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, Number(count))
    .map(({ text }) => text);

console.log(`Of ${comments.length} comments:\n`);
for (const text of drawn(comments)) console.log(`- ${text}`);
console.log(`\nOf ${titles.length} test titles:\n`);
for (const text of drawn(titles)) console.log(`- ${text}`);
