import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { problemAffectsResolutionKind } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { undeclaredImports } from './packed/declared-imports.ts';
import { unnamedEffects } from './packed/effects.ts';
import { type Manifest, manifestFaults } from './packed/manifest.ts';
import { shownProgramFaults } from './packed/shown-programs.ts';

/** Packs what would be published and looks at it as somebody who installs it: publint, attw, and what they do not look at. */
const root = join(import.meta.dirname, '..');
const packed = join(root, '.build', 'packed');
rmSync(packed, { recursive: true, force: true });
mkdirSync(join(packed, 'tarballs'), { recursive: true });

const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
const faults: string[] = [];
for (const folder of folders) {
  const tarball = pack(folder);
  const inside = unpack(folder, tarball);
  const manifest = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8')) as Manifest;
  const found = [
    ...manifestFaults(manifest, folder, inside),
    ...undeclaredImports(manifest, inside),
    ...unnamedEffects(manifest, inside),
    ...(await publintFaults(inside)),
    ...(await typeFaults(readFileSync(tarball))),
    ...importFaults(manifest, inside),
    ...(manifest.name === '@chancery/adapters-engines' ? saidBy('run-a-task.mjs', [inside]) : []),
  ];
  faults.push(...found.map((fault) => `${manifest.name}: ${fault}`));
}
faults.push(...shownProgramFaults(folders, root, packed).map((fault) => `README.md, ${fault}`));
for (const fault of faults) console.error(fault);
console.log(`${folders.length} packages, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

function pack(folder: string): string {
  const target = join(packed, 'tarballs', folder.slice('packages/'.length));
  mkdirSync(target, { recursive: true });
  execFileSync('npm', ['pack', `./${folder}`, '--pack-destination', target], { cwd: root, stdio: 'pipe' });
  return join(target, readdirSync(target)[0] ?? '');
}

/**
 * Beside each other under a `node_modules`, so that they find one another as installed packages do. Of a library in two versions
 * npm puts one below the package that wants it.
 */
function unpack(folder: string, tarball: string): string {
  const inside = join(packed, 'node_modules', '@chancery', folder.slice('packages/'.length));
  mkdirSync(inside, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', inside, '--strip-components', '1']);
  const nested = join(root, folder, 'node_modules');
  if (existsSync(nested)) symlinkSync(nested, join(inside, 'node_modules'));
  return inside;
}

async function publintFaults(inside: string): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: inside, pack: false, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

/** The packages are ES modules only, so what CommonJS would see does not count. */
async function typeFaults(tarball: Uint8Array): Promise<string[]> {
  const analysis = await checkPackage(withKnownFolders(createPackageFromTarballData(tarball)));
  if (!analysis.types) return ['attw: there are no types'];
  return analysis.problems
    .filter((problem) =>
      (['node16-esm', 'bundler'] as const).some((kind) =>
        problemAffectsResolutionKind(problem, kind, analysis),
      ),
    )
    .map((problem) => `attw: ${JSON.stringify(problem)}`);
}

/** By itself a package looks through all of its files each time that TypeScript asks for a folder: half of the whole check. */
function withKnownFolders(pkg: Package): Package {
  const folders = new Set<string>();
  for (const file of pkg.listFiles())
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
      folders.add(file.slice(0, end));
  pkg.directoryExists = (path) => path === '/' || folders.has(path.replace(/\/$/, ''));
  return pkg;
}

/** In a process of its own, because that is where an effect at import would be seen. */
function importFaults({ name, exports }: Manifest, inside: string): string[] {
  const specifiers = Object.keys(exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => name + path.slice(1));
  return saidBy('import-quietly.mjs', [inside, ...specifiers]);
}

/** What a program says of a package, one line for each fault. */
function saidBy(program: string, given: readonly string[]): string[] {
  try {
    return execFileSync(process.execPath, [join(import.meta.dirname, 'packed', program), ...given], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    return [`${program} failed: ${error instanceof Error ? error.message : String(error)}`];
  }
}
