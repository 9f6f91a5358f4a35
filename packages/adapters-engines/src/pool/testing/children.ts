import { readFileSync } from 'node:fs';

/** The processes of pools: the loader of the tests has one of its own, which is no Node. */
export const poolProcesses = (): readonly number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'latin1').includes('child-program'));
