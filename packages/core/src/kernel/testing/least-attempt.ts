import { setTimeout } from 'node:timers/promises';

const mostAttempts = 10;
const millisecondsBetweenAttempts = 100;

/** What the work takes of a processor, in milliseconds: other processes take none of it, however busy the machine is. */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/**
 * The least of at most ten measurements, and no more of them once one is below the bound. What the collector of memory or a
 * busy machine adds to one attempt is gone at another, while what the work itself costs is in each.
 */
export async function leastAttempt(measure: () => number | Promise<number>, bound: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < mostAttempts && least >= bound; attempt += 1) {
    // A collection that was begun for the attempt before ends here.
    if (attempt > 0) await setTimeout(millisecondsBetweenAttempts);
    least = Math.min(least, await measure());
  }
  return least;
}
