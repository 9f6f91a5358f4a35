import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'chancery-tests-';
const gibibyte = 2 ** 30;

/**
 * A folder in memory for what tests write and throw away, such as an embedded database for each server: on a disk the files
 * of one cost ten times the processor time. Null where the machine has no such place, or has little memory.
 */
export const scratchFolder = () => (isRoomy() ? folderIn(memory) : null);

/** A folder for this process, which is removed when the process ends; also removes those of processes that were killed. */
export function folderIn(place) {
  for (const left of readdirSync(place))
    if (left.startsWith(prefix) && !isRunning(Number(left.slice(prefix.length))))
      rmSync(join(place, left), { recursive: true, force: true });
  const folder = join(place, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // As the folder for temporary files of every machine: some tests start servers as another user.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isRoomy() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const [, , , options = 'noexec'] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .findLast(([, place]) => place === memory) ?? [];
    // Some tests start programs that they have written.
    const startsPrograms = !options.split(',').includes('noexec');
    return startsPrograms && bavail * bsize > 6 * gibibyte && freemem() > 12 * gibibyte;
  } catch {
    // There is no such place but on Linux.
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
