import { groupBy } from '../kernel/grouping.ts';
import type { NewJob } from '../kernel/outbox.ts';
import type { Log, Queue } from '../kernel/ports.ts';

/** Wakes the workers; a lost wake-up costs one poll, never a job. */
export function wake(
  { queue, log }: { readonly queue: Queue; readonly log: Log },
  jobs: readonly NewJob[],
): void {
  for (const [name, waiting] of groupBy(jobs, (job) => job.queue)) {
    queue
      .publish(
        name,
        waiting.map(({ id }) => id),
      )
      .catch((error: unknown) => {
        log.warn({ queue: name, error: String(error) }, 'wake-up not delivered; the poll will find the job');
      });
  }
}
