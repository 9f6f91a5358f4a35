import { execFile } from 'node:child_process';
import { programOf } from '../../testing/server-process.ts';

/** Runs the command `chancery` in a process of its own, without a terminal. */
export function chanceryCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly answer: unknown; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...programOf('cli'), ...args],
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
