import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build, type Plugin } from 'esbuild';

const source = fileURLToPath(new URL('.', import.meta.url));

describe('the size of the SDK', () => {
  /** `beside` is there anyway, and stays outside. */
  async function bundled(contents: string, beside: readonly string[] = []) {
    const outside: Plugin = {
      name: 'outside',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\./ }, ({ path }) =>
          beside.includes(path) ? { path, external: true } : undefined,
        ),
    };
    const stdin = { contents, resolveDir: source, loader: 'ts' as const };
    const common = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const;
    const { outputFiles } = await build({ ...common, stdin, logLevel: 'error', plugins: [outside] });
    return outputFiles[0]?.text ?? '';
  }
  const gzipBytes = (text: string) => gzipSync(text).length;

  /** The trees of paths in it, of which each call makes a few bytes that nothing can take away: its name and its path. */
  const trees = /\.define\((["'`])(?:(?!\1).)*\1\)/g;

  it('is under 5 kB for the client without the names of its calls, minified and gzipped', async () => {
    const whole = await bundled("export * from './index.ts';");
    const without = whole.replace(trees, '.define("")');

    expect(whole.match(trees)).to.have.length.above(12);
    expect(gzipBytes(without)).to.be.below(5000);
  });

  it('is under 12 kB for the whole client with all of its calls', async () => {
    expect(gzipBytes(await bundled("export * from './index.ts';"))).to.be.below(12_000);
  });

  it('is under 1 kB for the webhook verifier', async () => {
    expect(gzipBytes(await bundled("export * from './webhooks.ts';"))).to.be.below(1000);
  });

  for (const [name, beside] of [
    ['upload-document.ts', ['./uploads.ts', './upload-source.ts']],
    ['download-document.ts', ['./sha256.ts']],
  ] as const) {
    it(`is under 1 kB for what ${name} adds to the client and to uploads`, async () => {
      const added = await bundled(`export * from './${name}';`, ['./errors.ts', ...beside]);
      expect(gzipBytes(added)).to.be.below(1000);
    });
  }

  const whole = ['index.ts', 'chancery.ts', 'operations.ts', 'schemas.ts'];
  for (const name of readdirSync(new URL('generated/', import.meta.url)).filter(
    (each) => !whole.includes(each),
  )) {
    it(`is under 2 kB for ${name}`, async () => {
      expect(gzipBytes(await bundled(`export * from './generated/${name}';`))).to.be.below(2000);
    });
  }

  it('leaves out what is not used', async () => {
    const one = await bundled("import { paginate } from './index.ts'; console.log(paginate);");
    expect(one.length).to.be.below(400);
  });

  it('imports nothing from outside, so that it runs in a browser', async () => {
    expect(await bundled("export * from './index.ts'; export * from './webhooks.ts';")).not.to.match(
      /\bfrom ?["']|\brequire\(/,
    );
  });
});
