import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What of a package the programs load: its doors, or the programs themselves. */
const entriesOf = {
  verify: ['index', 'fast'],
  core: ['index', 'internal'],
  'adapters-persistence': ['index'],
  'adapters-services': ['index'],
  'adapters-engines': ['index'],
  'adapters-http': ['index'],
  server: ['main', 'host'],
  cli: ['main'],
};
/** Whoever starts one of these by its old place in `dist` starts its bundle. */
const programs = ['server', 'cli'];
const folder = 'bundled';
/**
 * A library is taken in only where it is hundreds of modules that nothing else loads; NOTICE.md of the package has its
 * licence.
 */
const takenIn = { server: /^(inversify$|@inversifyjs\/)/ };

/**
 * Puts the modules of a package that our programs load into a few files beside the ones that importers get: a thousand
 * modules take Node longer to find and to read than the server takes for everything else at its start. A bundle holds
 * the code of its own package: libraries, and the bundles of our other packages, stay where they are, under their own
 * licences and as dependencies that package.json declares.
 */
export async function bundlePackage(directory, name) {
  const entries = entriesOf[name];
  if (entries === undefined) return;
  // Loaded only now: in a new clone it is installed after this module is read.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: directory,
    entryPoints: entries.map((entry) => join(directory, 'src', `${entry}.ts`)),
    outdir: join(directory, 'dist', folder),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    plugins: [ownModules(directory, takenIn[name])],
  });
  if (programs.includes(name)) for (const entry of entries) leadToBundle(directory, entry);
}

function leadToBundle(directory, entry) {
  const place = join(directory, 'dist', `${entry}.js`);
  const [shebang = ''] = /^#!.*\n/.exec(readFileSync(place, 'utf8')) ?? [];
  writeFileSync(place, `${shebang}export * from './${folder}/${entry}.js';\n`);
}

const ownModules = (directory, library) => ({
  name: 'own-modules',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || library?.test(path)) return undefined;
      const [, door, rest = ''] = /^(@chancery\/[^/]+)(\/.*)?$/.exec(path) ?? [];
      const isBundled = door !== undefined && entriesOf[door.slice('@chancery/'.length)] !== undefined;
      return { path: isBundled ? `${door}/${folder}${rest}` : path, external: true };
    });
    // A module that asks where it is means its place among the modules of `dist`, beside which its files lie.
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const module = relative(join(directory, 'src'), path).split(sep).join('/').replace(/\.ts$/, '.js');
      const place = `new URL(${JSON.stringify(`../${module}`)}, import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', place), loader: 'ts' };
    });
  },
});
