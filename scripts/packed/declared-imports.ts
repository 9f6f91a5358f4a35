import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './manifest.ts';

/** Packages that the code or its types reach for and that package.json does not bring along. */
export function undeclaredImports(manifest: Manifest, inside: string): string[] {
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  const entries = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target.default ?? '', target.types ?? ''],
  );
  const used = importsFrom([...entries, ...Object.values(manifest.bin ?? {})], inside);
  const code = [...used.code].filter((name) => !(name in declared));
  const types = [...used.types]
    .filter((name) => !(name in declared) || typesApart(name) !== null)
    .map((name) => typesApart(name) ?? name)
    .filter((name) => !(name in declared));
  return [...new Set([...code, ...types])].map((name) => `uses ${name} without declaring it`);
}

/** The package that holds the types of another, if they lie apart. */
function typesApart(name: string): string | null {
  const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`;
  return existsSync(join(import.meta.dirname, '../../node_modules', types)) ? types : null;
}

function importsFrom(entries: readonly string[], inside: string) {
  const seen = new Set<string>();
  const found = { code: new Set<string>(), types: new Set<string>() };
  const waiting = entries.filter((path) => /\.[jt]s$/.test(path)).map((path) => join(inside, path));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    const typed = file.endsWith('.d.ts');
    for (const { fileName: specifier } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      if (specifier.startsWith('.')) {
        const next = join(dirname(file), specifier);
        waiting.push(typed ? next.replace(/\.[jt]s$/, '.d.ts') : next);
      } else if (!isBuiltin(specifier)) {
        found[typed ? 'types' : 'code'].add(packageOf(specifier));
      }
    }
  }
  return found;
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
