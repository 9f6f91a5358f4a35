import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process has used so far, all its threads together. */
export interface ProcessUsage {
  readonly residentMebibytes: number;
  readonly processorSeconds: number;
  /** For how long it could have gone on and had no processor; 0 where the system does not say. */
  readonly waitedSeconds: number;
}

/** The clock ticks of a second in `/proc`: the same on every Linux, whatever its kernel counts in. */
const ticksPerSecond = 100;
const hasProc = process.platform === 'linux';

/** How often one may look without it costing anything worth mentioning. */
export const looksEveryMs = hasProc ? 100 : 1000;

/** Null if the process has ended or the system does not say. It does not ask the process, which may no longer answer. */
export function usageOf(pid: number): ProcessUsage | null {
  try {
    return hasProc ? usageByProc(pid) : usageByPs(pid);
  } catch {
    return null;
  }
}

/** Read at once: these files lie in memory, and the threads that read others may all be busy hashing. */
function usageByProc(pid: number): ProcessUsage | null {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the program, in parentheses, may contain anything; the fields after it are numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (kibibytes === undefined) return null;
  const [, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
  return {
    waitedSeconds: Number(waited) / 1e9,
    residentMebibytes: Number(kibibytes) / 1024,
    processorSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
  };
}

/** For systems without `/proc`, such as macOS. */
export function usageByPs(pid: number): ProcessUsage | null {
  const said = execFileSync('ps', ['-o', 'rss=,time=', '-p', String(pid)], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const [kibibytes = '', time = ''] = said.trim().split(/\s+/);
  const [days, clock] = time.includes('-') ? time.split('-') : ['0', time];
  const seconds = (clock ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const usage = {
    residentMebibytes: Number(kibibytes) / 1024,
    processorSeconds: Number(days) * 86_400 + seconds,
    waitedSeconds: 0,
  };
  return Number.isNaN(usage.residentMebibytes + usage.processorSeconds) ? null : usage;
}
