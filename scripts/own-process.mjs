import { spawn } from 'node:child_process';

const grouped = process.platform !== 'win32';
const running = new Set();

/**
 * Starts a program in a process group of its own: Ctrl+C in a terminal goes to a whole group, and the program would get it
 * beside what this process passes on. What the program leaves behind is ended with it.
 */
export function startOwn(command, args, options) {
  const child = spawn(command, args, { ...options, detached: grouped });
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    signalGroup(child, 'SIGKILL');
  });
  return child;
}

process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});

/** Sends a signal to a program and to all that it has started. */
export function signalGroup(child, signal) {
  try {
    if (grouped && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    // Nobody of the group is left.
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Calls back at SIGINT and SIGTERM. npm passes on a Ctrl+C that this process gets too, so one within a second is the same one.
 * A SIGTERM it passes to its shell alone, which ends without a word; that this process has lost the shell tells of it.
 */
export function onStop(stop) {
  let last = Number.NEGATIVE_INFINITY;
  let times = 0;
  const stopAt = (signal) => {
    const now = performance.now();
    if (now - last < 1000) return;
    last = now;
    times += 1;
    stop(signal, times);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAt(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stopAt('SIGTERM');
  }, 200);
  watch.unref();
}
