import { readFileSync } from 'node:fs';
import { expect } from 'chai';
// @ts-expect-error It is a plain program, without declarations of its types.
import { bomOf } from './sbom.mjs';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}
interface LockEntry {
  readonly link?: boolean;
  readonly resolved?: string;
}

describe('the list of libraries', () => {
  const lock: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(
    readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
  );
  const components: readonly Component[] = bomOf(lock).components;

  it('names each library that is needed at run time once, with its version and its digest', () => {
    const names = components.map(({ name }) => name);

    expect(names).to.include.members(['express', 'zod', 'typeorm', '@cantoo/pdf-lib']);
    expect(names).not.to.include.members(['mocha', '@biomejs/biome']);
    expect(new Set(components.map(({ purl }) => purl)).size).to.equal(components.length);
    for (const { name, version, hashes } of components) {
      expect(version, name).to.match(/^\d+\.\d+\.\d+/);
      expect(
        hashes.map(({ alg }) => alg),
        name,
      ).to.include('SHA-512');
      expect(hashes[0]?.content, name).to.match(/^[0-9a-f]{128}$/);
    }
  });

  it('has nothing that comes from elsewhere than the registry that an installation names', () => {
    const others = Object.entries(lock.packages).filter(
      ([folder, { link, resolved }]) =>
        folder.includes('node_modules/') &&
        !link &&
        resolved !== undefined &&
        !/^https:\/\/registry\./.test(resolved),
    );

    expect(others.map(([folder]) => folder)).to.deep.equal([]);
  });
});
