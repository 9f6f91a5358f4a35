import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../../cli/src/main.ts', import.meta.url));

/** Runs the command `chancery` in a process of its own, without a terminal. */
export function chanceryCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly answer: unknown; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=@chancery/source', '--import', 'tsx', main, ...args],
      { env: { ...process.env, ...environment } },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          answer: stdout === '' ? null : JSON.parse(stdout),
          said: stderr,
        }),
    );
  });
}
