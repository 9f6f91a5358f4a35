import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './manifest.ts';

/** Modules that do something when they are imported and that `sideEffects` does not name: a bundler may drop them. */
export function unnamedEffects({ sideEffects }: Manifest, inside: string): string[] {
  const named = Array.isArray(sideEffects) ? sideEffects.map((path) => join(inside, path)) : [];
  const isNamed = (path: string) => named.includes(path) || named.includes(join(path, '../*'));
  return readdirSync(join(inside, 'dist'), { recursive: true })
    .map((name) => join(inside, 'dist', String(name)))
    .filter((path) => path.endsWith('.js') && !isNamed(path))
    .flatMap((path) =>
      effectsOf(path).map((effect) => `${path.slice(inside.length + 1)} has an effect at import: ${effect}`),
    );
}

/** What stands alone among the declarations of a module is there for its effect. */
function effectsOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements
    .filter((statement) => ts.isExpressionStatement(statement) && !ts.isStringLiteral(statement.expression))
    .map((statement) => statement.getText(source).split('\n')[0] ?? '');
}
