import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** Mocha's command without the process that it starts for its options to Node, of which bundled tests need none. */
export const mochaCommand = join(root, 'node_modules/mocha/lib/cli/cli.js');

/**
 * Puts these test files and our sources that they import into a few files, which Node loads in a fifth of the time that
 * a thousand sources take one by one. Gives the path of each test in their order. With `changed` the text of a source is
 * what it gives for its path, and `banner` comes before each file.
 */
export async function bundleTests(files, outdir, { changed = () => undefined, banner = '' } = {}) {
  rmSync(outdir, { recursive: true, force: true });
  // Loaded only now: in a new clone it is installed after this module is read.
  const { build } = await import('esbuild');
  await build({
    entryPoints: [...files, ...programs()].map((file) => join(root, file)),
    outdir,
    outbase: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@chancery/source'],
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    banner: { js: banner },
    plugins: [ownSources(changed, outdir)],
  });
  return files.map((file) => join(outdir, bundledName(file)));
}

export const bundledName = (file) => file.replace(/\.ts$/, '.js');

const engines = join(root, 'packages/adapters-engines');
const isOfTests = (module) => /\.test\.ts$|(^|[\\/])testing[\\/]/.test(module);

/** What tests have processes run that no package has, each for itself: it is named by its address, and imported by nobody. */
const programs = () =>
  readdirSync(join(engines, 'src'), { recursive: true })
    .map(String)
    .filter((module) => isOfTests(module) && /-(task|program)\.ts$/.test(module))
    .map((module) => relative(root, join(engines, 'src', module)));

const ownSources = (changed, outdir) => ({
  name: 'own-sources',
  setup({ onLoad, onResolve }) {
    // Libraries stay where they are, unless a package has a version of its own, which nobody finds from elsewhere.
    onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir }) => {
      if (kind === 'entry-point' || path.startsWith('@chancery/')) return undefined;
      const [, folder = ''] = relative(root, resolveDir).split(sep);
      const own = existsSync(join(root, 'packages', folder, 'node_modules', path));
      return own ? undefined : { path, external: true };
    });
    // A module that asks where it is means its source.
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const change = changed(relative(root, path));
      const text = change ?? readFileSync(path, 'utf8');
      if (change === undefined && !text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('moduleBeside(import.meta.url', `moduleBeside(${programAddressOf(path, outdir)}`)
        .replaceAll('import.meta.url', addressOf(path))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * The address of a source, as an expression. Where all packages were built, a module of the engines means its compiled
 * self, because the processes of the pool then need no loader, which costs each of them seconds.
 */
function addressOf(path) {
  const module = relative(join(engines, 'src'), path);
  if (module.startsWith('..') || isOfTests(module)) return sourceOf(path);
  return whereBuilt(join(engines, 'dist', bundledName(module)), path);
}

/** The same for a module that names one beside it, for a process to run: that of a test lies beside the bundled test. */
function programAddressOf(path, outdir) {
  const module = relative(join(engines, 'src'), path);
  if (module.startsWith('..') || !isOfTests(module)) return addressOf(path);
  return whereBuilt(join(outdir, bundledName(relative(root, path))), path);
}

const sourceOf = (path) => JSON.stringify(pathToFileURL(path).href);
const whereBuilt = (built, source) =>
  `(process.env.CHANCERY_TEST_BUILT === 'true' ? ${sourceOf(built)} : ${sourceOf(source)})`;
