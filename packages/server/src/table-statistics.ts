import { analyzeGrown, analyzeLarger, type Database } from '@chancery/adapters-persistence';
import type { Log } from '@chancery/core';

const everyMilliseconds = 5000;
/** One look in so many is for what changed by a tenth, which makes a minute. The others are for what has doubled. */
const fullLookEvery = 12;

/**
 * Keeps the statistics of the tables near to what they hold: at the start, since a backup may have been restored, and each
 * minute. What doubles is seen within seconds: the first night of a large import plans tens of thousands of actions, and a
 * statement that takes them for one is slow enough for calls to give up. A table doubles seldom, so this costs next to nothing.
 */
export function watchStatistics(database: Database, log: Log): { start(): void; stop(): Promise<void> } {
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> = Promise.resolve();
  let looks = 0;
  const look = async () => {
    const larger = looks === 0 ? analyzeLarger : () => [];
    const share = looks % fullLookEvery === 0 ? 0.1 : 1;
    looks += 1;
    try {
      const tables = [...(await larger(database)), ...(await analyzeGrown(database, share))];
      if (tables.length > 0) log.info({ tables }, 'took new statistics of tables that changed much');
    } catch (error) {
      log.warn({ error: String(error) }, 'no new statistics of the tables; tried again in a few seconds');
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
