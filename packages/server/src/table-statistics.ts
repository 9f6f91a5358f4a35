import { analyzeGrown, type Database } from '@chancery/adapters-persistence';
import type { Log } from '@chancery/core';

const everyMilliseconds = 60_000;

/** Keeps the statistics of the tables near to what they hold: at the start, since a backup may have been restored, and each minute. */
export function watchStatistics(database: Database, log: Log): { start(): void; stop(): Promise<void> } {
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      const tables = await analyzeGrown(database);
      if (tables.length > 0) log.info({ tables }, 'took new statistics of tables that changed much');
    } catch (error) {
      log.warn({ error: String(error) }, 'no new statistics of the tables; tried again in a minute');
    }
  };
  return {
    start() {
      running = look();
      timer = setInterval(() => {
        running = running.then(look);
      }, everyMilliseconds);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
