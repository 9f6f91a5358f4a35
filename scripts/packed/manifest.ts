import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the checks read of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly homepage?: string;
  readonly bugs?: string;
  readonly repository?: { readonly directory?: string };
  readonly engines?: { readonly node?: string };
  readonly sideEffects?: boolean | readonly string[];
  readonly publishConfig?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const needed = [
  'description',
  'keywords',
  'license',
  'homepage',
  'bugs',
  'repository',
  'engines',
  'sideEffects',
] as const;

/** What a registry shows of the package, and what its page and its licence need. */
export function manifestFaults(manifest: Manifest, folder: string, inside: string): string[] {
  const lacking = needed
    .filter((field) => manifest[field] === undefined)
    .map((field) => `package.json has no ${field}`);
  const directory = manifest.repository?.directory;
  const licence = ['README.md', 'LICENSE']
    .filter((file) => !existsSync(join(inside, file)))
    .map((file) => `the package has no ${file}`);
  const publish = manifest.publishConfig ?? {};
  return [
    ...lacking,
    ...licence,
    ...(directory === folder ? [] : [`repository.directory is ${directory}, not ${folder}`]),
    // A registry is chosen where somebody publishes, by the configuration of npm.
    ...(publish.access === 'public' && publish.registry === undefined
      ? []
      : ['publishConfig must say access public and name no registry']),
    ...licenceFaults(manifest, inside),
    ...pathsOf(manifest)
      .filter((path) => !existsSync(join(inside, path)))
      .map((path) => `package.json names ${path}, which is not in the package`),
  ];
}

function licenceFaults({ license }: Manifest, inside: string): string[] {
  const file = join(inside, 'LICENSE');
  if (!existsSync(file)) return [];
  const title = license === 'MIT' ? 'MIT License' : 'GNU AFFERO GENERAL PUBLIC LICENSE';
  return readFileSync(file, 'utf8').includes(title) ? [] : [`LICENSE is not the text of ${license}`];
}

function pathsOf({ exports, bin = {} }: Manifest): string[] {
  const exported = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  return [...exported, ...Object.values(bin)];
}
