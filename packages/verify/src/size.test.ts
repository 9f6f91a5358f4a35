import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';

const source = fileURLToPath(new URL('.', import.meta.url));

describe('the package for strangers', () => {
  async function bundled(): Promise<string> {
    const stdin = { contents: "export * from './index.ts';", resolveDir: source, loader: 'ts' as const };
    const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const;
    const { outputFiles } = await build({ ...options, stdin, logLevel: 'error' });
    return outputFiles[0]?.text ?? '';
  }

  it('is under 12 kB for all of it, minified and gzipped', async () => {
    expect(gzipSync(await bundled()).length).to.be.below(12_000);
  });

  it('imports nothing from outside, so that it runs in a browser', async () => {
    expect(await bundled()).not.to.match(/\bfrom ?["']|\brequire\(|\bBuffer\b|\bprocess\b/);
    const sources = readdirSync(source).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    for (const name of sources)
      expect(readFileSync(`${source}${name}`, 'utf8'), name).not.to.match(/from '[^.]/);
  });

  it('has no dependency', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(manifest).not.to.have.any.keys('dependencies', 'peerDependencies', 'optionalDependencies');
    expect(manifest.license).to.equal('MIT');
  });
});
