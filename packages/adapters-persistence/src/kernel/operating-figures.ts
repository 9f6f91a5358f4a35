import type { Database } from './data-source.ts';
import { operatorJobs } from './operator-jobs.ts';
import { unit } from './raw-unit.ts';

/** Numbers of what the whole installation has to do, by what they count and by state or queue; never whose it is. */
export interface OperatingFigures {
  readonly jobs: Readonly<Record<string, number>>;
  readonly jobsWaiting: Readonly<Record<string, number>>;
  readonly jobsDead: Readonly<Record<string, number>>;
  /** For how long the oldest job of each queue has been due. */
  readonly lagSeconds: Readonly<Record<string, number>>;
  readonly mails: Readonly<Record<string, number>>;
  /** `uploads`, `webhook_deliveries`, `webhook_endpoints`, `ledgers` and `ledger_events_total`, each by state. */
  readonly counted: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const liveStates = ['pending', 'running', 'retrying', 'dead'] as const;

export async function readOperatingFigures(database: Database, now: string): Promise<OperatingFigures> {
  const { queues } = await operatorJobs(database).status(now);
  const rows = await unit(database, 'chancery_worker', (sql) =>
    sql<{ figure: string; state: string; value: number }>(
      'select figure, state, value from chancery_operating_figures()',
    ),
  );
  const byState = (of: typeof queues) =>
    Object.fromEntries(liveStates.map((state) => [state, of.reduce((sum, queue) => sum + queue[state], 0)]));
  const byQueue = (value: (queue: (typeof queues)[number]) => number) =>
    Object.fromEntries(queues.map((queue) => [queue.queue, value(queue)]));
  const counted: Record<string, Record<string, number>> = {};
  for (const { figure, state, value } of rows) counted[figure] = { ...counted[figure], [state]: value };
  return {
    jobs: byState(queues),
    jobsWaiting: byQueue(({ pending, retrying }) => pending + retrying),
    jobsDead: byQueue(({ dead }) => dead),
    lagSeconds: byQueue(({ oldestDueSeconds }) => oldestDueSeconds),
    mails: byState(queues.filter(({ queue }) => /(^|_)mail$/.test(queue))),
    counted,
  };
}
