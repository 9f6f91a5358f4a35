import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Requests come before this process: for the processor from its first instruction on, and when the system has no memory
 * left. Systems that know nothing of it are left as they are.
 */
export function standBehind(pid: number): void {
  if (pid === 0) return;
  const steps = [
    () => setPriority(pid, lowestPriority),
    // Linux may share the processor among sessions first, and the process has one of its own.
    () => writeFileSync(`/proc/${pid}/autogroup`, String(lowestPriority)),
    () => writeFileSync(`/proc/${pid}/oom_score_adj`, '1000'),
  ];
  for (const step of steps)
    try {
      step();
    } catch {
      // It has already ended, or the system has no such thing.
    }
}

const lowestPriority = 19;
