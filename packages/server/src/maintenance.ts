import { type Database, type MaintenanceTask, maintenanceTasks } from '@chancery/adapters-persistence';
import type { Clock, Log, Settings } from '@chancery/core';

export interface Maintenance {
  start(): void;
  /** No further run begins; resolves when those that run have ended. */
  stop(): Promise<void>;
}

interface Parts {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
}

/** Runs the housekeeping on timers; of several processes one does each task at a time. */
export function createMaintenance(
  database: Database,
  { clock, log, settings }: Parts,
  tasks = maintenanceTasks(database, settings),
): Maintenance {
  const timers: ReturnType<typeof setInterval>[] = [];
  const running = new Set<Promise<void>>();

  async function run(task: MaintenanceTask): Promise<void> {
    try {
      const rows = await task.run(clock.now());
      if (rows !== null && rows > 0) log.info({ task: task.name, rows }, 'housekeeping');
    } catch (error) {
      log.warn({ task: task.name, error }, 'housekeeping failed; the next run repeats it');
    }
  }

  return {
    start() {
      for (const task of tasks) {
        const turn = () => {
          const ended: Promise<void> = run(task).finally(() => running.delete(ended));
          running.add(ended);
        };
        timers.push(setInterval(turn, task.everySeconds * 1000).unref());
      }
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
