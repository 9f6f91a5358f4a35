import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Enough that requests hardly notice, and not so much that a busy machine never comes to it. */
const niceness = 10;

/**
 * Requests come before this process: for the processor, and when the system has no memory
 * left. Systems that know nothing of it are left as they are.
 */
export function standBehind(pid: number): void {
  if (pid === 0) return;
  const steps = [() => setPriority(pid, niceness), () => writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')];
  for (const step of steps)
    try {
      step();
    } catch {
      // It has already ended, or the system has no such thing.
    }
}
