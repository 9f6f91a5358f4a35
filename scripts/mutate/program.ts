import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundledName, bundleTests } from '../bundle-tests.mjs';
import { banner, type Instrumented, instrument } from './instrument.ts';

/** The whole program with all of its mutants, bundled with the tests. */
export interface Program {
  readonly root: string;
  readonly sources: readonly Instrumented[];
  /** The test files, relative to the repository. */
  readonly tests: readonly string[];
  /** What a number stands for: the id of a mutant or of a function. */
  readonly idOf: readonly (string | undefined)[];
  bundled(test: string): string;
  /** The source of a bundled test. */
  sourceOf(bundled: string): string;
}

/** Wordings, pages, doubles and generated code hold no rule. */
const isLeftOut = (path: string) =>
  /\.test\.ts$|\.d\.ts$|\/(testing|testing-services|generated|mails|dist|node_modules)\//.test(path);

const under = (root: string, folder: string) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.ts') && !/\/(dist|node_modules)\//.test(path))
    .sort();

/** Reads all sources, puts their mutants into them and bundles them; the working tree stays as it is. */
export async function programOf(root: string): Promise<Program> {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'src'));
  const all = packages.flatMap((folder) => under(root, folder));
  const tests = [...all, ...under(root, 'examples')].filter((path) => path.endsWith('.test.ts'));
  const idOf: (string | undefined)[] = [undefined];
  const sources = all
    .filter((path) => !isLeftOut(path))
    .map((path) => {
      const source = instrument(root, path, idOf.length);
      for (const { number, id } of [...source.mutants, ...source.probes]) idOf[number] = id;
      return source;
    });
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const outdir = join(root, '.build', 'mutate', `bundle-${process.pid}`);
  await bundleTests(tests, outdir, { changed: (path) => texts.get(path), banner: banner(idOf.length) });
  return {
    root,
    sources,
    tests,
    idOf,
    bundled: (test) => join(outdir, bundledName(test)),
    sourceOf: (bundled) => bundled.slice(outdir.length + 1).replace(/\.js$/, '.ts'),
  };
}
