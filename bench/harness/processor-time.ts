import { readdirSync, readFileSync } from 'node:fs';

const millisecondsPerTick = 10;

/** Milliseconds of processor that a process has used so far, by `/proc` (Linux); 0 when it is gone. */
export function processorTime(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces; what follows it does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
  } catch {
    return 0;
  }
}

/** The same for all PostgreSQL backends of the database; 0 if they run on another machine. */
export function processorTimeOfBackends(databaseUrl: string): number {
  return [...processorTimesOfBackends(databaseUrl).values()].reduce((sum, time) => sum + time, 0);
}

/** What they have used since the earlier times; what has ended meanwhile does not count. */
export function processorTimeSince(before: ReadonlyMap<number, number>, databaseUrl: string): number {
  return [...processorTimesOfBackends(databaseUrl)].reduce(
    (sum, [pid, time]) => sum + time - (before.get(pid) ?? 0),
    0,
  );
}

/** By process id. */
export function processorTimesOfBackends(databaseUrl: string): ReadonlyMap<number, number> {
  const name = new URL(databaseUrl).pathname.slice(1);
  return new Map(
    pids()
      .filter((pid) => commandLine(pid).includes(` ${name} `))
      .map((pid) => [pid, processorTime(pid)]),
  );
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function commandLine(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return line.startsWith('postgres') ? line : '';
  } catch {
    return '';
  }
}
