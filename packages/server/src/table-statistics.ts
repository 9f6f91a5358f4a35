import { analyzeGrown, analyzeLarger, type Database } from '@chancery/adapters-persistence';
import type { Log } from '@chancery/core';

const everyMilliseconds = 5000;
/** One look in so many, which makes a minute, is for what changed by as much as autovacuum waits for. */
const fullLookEvery = 12;
/** All other looks are for tables that have doubled. */
const doubled = 1;

/**
 * Keeps the statistics of the tables near to what they hold: at the start, since a backup may have been restored, and each
 * minute. What doubles is seen within seconds: the first night of a large import plans tens of thousands of actions, and a
 * statement that takes them for one is slow enough for calls to give up. A table doubles seldom, so this costs next to nothing.
 */
export function watchStatistics(database: Database, log: Log): { start(): void; stop(): Promise<void> } {
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = async (analyze: () => Promise<readonly string[]>) => {
    try {
      const tables = await analyze();
      if (tables.length > 0) log.info({ tables }, 'took new statistics of tables that changed much');
    } catch (error) {
      log.warn({ error: String(error) }, 'no new statistics of the tables; tried again in a few seconds');
    }
  };
  return {
    start() {
      running = look(async () => [...(await analyzeLarger(database)), ...(await analyzeGrown(database))]);
      let looks = 0;
      timer = setInterval(() => {
        looks += 1;
        const share = looks % fullLookEvery === 0 ? undefined : doubled;
        running = running.then(() => look(() => analyzeGrown(database, share)));
      }, everyMilliseconds);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
