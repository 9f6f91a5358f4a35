import { readFileSync } from 'node:fs';

/** The processes of pools: the loader of the tests has one of its own, which is no Node. */
export const poolProcesses = (): readonly number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => commandOf(child).includes('child-program'));

/** Empty if the process has ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
