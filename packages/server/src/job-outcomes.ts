import type { HostFigure } from '@chancery/adapters-http';
import type { AroundJob, JobOutcome } from '@chancery/core';

/** Counts the jobs that this process has run, by how they ended. */
export function countJobOutcomes(): { readonly around: AroundJob; readonly figure: HostFigure } {
  const counts: Record<JobOutcome, number> = { succeeded: 0, retried: 0, dead: 0 };
  return {
    async around(_, run) {
      const outcome = await run();
      counts[outcome] += 1;
      return outcome;
    },
    figure: {
      name: 'chancery_jobs_run_total',
      help: 'Runs of background jobs in this process, by how they ended.',
      label: 'outcome',
      read: () => ({ ...counts }),
    },
  };
}
