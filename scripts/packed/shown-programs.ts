import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const block = /```ts\n([\s\S]*?)```/;

/** The first program of each package's README is whole: it compiles against the packages as they were packed. */
export function shownProgramFaults(folders: readonly string[], root: string, packed: string): string[] {
  const shown = join(packed, 'shown');
  mkdirSync(shown, { recursive: true });
  for (const folder of folders) {
    const program = block.exec(readFileSync(join(root, folder, 'README.md'), 'utf8'))?.[1];
    if (program !== undefined) writeFileSync(join(shown, `${folder.split('/').at(-1)}.ts`), program);
  }
  writeFileSync(join(shown, 'package.json'), '{ "type": "module" }\n');
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023'],
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(join(shown, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  try {
    execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', shown, '--checkers', '1'], {
      cwd: shown,
      encoding: 'utf8',
    });
    return [];
  } catch (error) {
    const { stdout } = error as { readonly stdout: string };
    return stdout.split('\n').filter((line) => line !== '');
  }
}
