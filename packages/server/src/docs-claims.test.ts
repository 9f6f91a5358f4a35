import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from '@chancery/core';
import { expect } from 'chai';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

interface Claim {
  readonly item: string;
  readonly answer: string;
  readonly heldBy: string;
}

const claims: readonly Claim[] = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| [^|]+ \| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm),
].map(([, item = '', answer = '', heldBy = '']) => ({ item, answer, heldBy }));

/** How many items of level 1 and 2 each section has; they come before those of level 3 (ASVS 5.0). */
const sections: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 11,
  '6.3': 3,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 3,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
};

/** The tests that a cell names, each by its file and the beginning of its title. */
const namedIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));

/** Whether the file has a test whose title begins so; values in a title are compared as they are in the source. */
function isTested(file: string, title: string): boolean {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  return [...source.matchAll(/\bit\(\s*(['"`])/g)].some(({ index, 0: opening }) =>
    source.startsWith(title, index + opening.length),
  );
}

describe('docs/asvs.md', () => {
  it('answers every item of its chapters once, in their order', () => {
    const expected = Object.entries(sections).flatMap(([section, last]) =>
      Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
    );

    expect(claims.map(({ item }) => item)).to.deep.equal(expected);
  });

  it('names only tests that exist', () => {
    const missing = claims.flatMap(({ item, heldBy }) =>
      namedIn(heldBy)
        .filter(({ file, title }) => !isTested(file, title))
        .map(({ file, title }) => `${item}: ${file} has no “${title}”`),
    );

    expect(missing).to.deep.equal([]);
  });

  it('says of no item without a test that it is met', () => {
    const unheld = claims.filter(({ answer, heldBy }) => answer === 'Met' && namedIn(heldBy).length === 0);
    const answers = new Set(claims.map(({ answer }) => answer));

    expect(unheld).to.deep.equal([]);
    expect(['Met', 'Partly', 'Not met', 'Does not apply']).to.include.members([...answers]);
  });

  it('counts its answers right', () => {
    const counted = [...page.matchAll(/^\| (Met|Partly|Not met|Does not apply) \| (\d+) \|$/gm)];

    for (const [, answer, count] of counted)
      expect(
        claims.filter((claim) => claim.answer === answer),
        answer,
      ).to.have.length(Number(count));
    expect(counted).to.have.length(4);
  });

  it('has a section for what costs much, beside the bounds of each kind', () => {
    const security = readFileSync(join(root, 'docs/security.md'), 'utf8');
    const [, section = ''] = security.split('## What costs much');
    const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));

    expect(page).to.include('security.md#what-costs-much');
    expect(rows).to.have.length.greaterThan(8);
    for (const row of rows) expect(row.split(' | '), row).to.have.length(3);
  });

  it('has sections for the libraries and for files, which name times, types and every extension', () => {
    const [, libraries = ''] = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('## Libraries');
    const [, files = ''] = readFileSync(join(root, 'docs/operating.md'), 'utf8').split('\n## Files\n');
    const named = files.match(/\| extensions of documents \| ([^|]+) \|/)?.[1] ?? '';

    expect(page).to.include('SECURITY.md#libraries').and.include('operating.md#files');
    expect(libraries).to.include('times above').and.include('once a quarter').and.include('npm run sbom');
    expect(named.match(/\.\w+/g)?.toSorted()).to.deep.equal(
      documents.documentExtensions.map((extension) => `.${extension}`).toSorted(),
    );
  });

  it('recognizes a test that does not exist', () => {
    const file = 'packages/server/src/docs-claims.test.ts';

    expect(isTested(file, 'answers every item')).to.equal(true);
    expect(isTested(file, 'every item of its chapters')).to.equal(false);
    expect(isTested('packages/server/src/nowhere.test.ts', 'answers')).to.equal(false);
  });
});
