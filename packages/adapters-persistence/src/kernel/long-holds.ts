import type { Log, UnitOfWork } from '@chancery/core';

/** For longer no transaction holds a connection: the embedded database has one for everybody (PLT-21). */
export const longestHoldMilliseconds = 2000;

/**
 * Warns of each transaction that holds its connection for too long, with the name of the endpoint or topic: once while it
 * lasts, so that one that never ends is seen too, and once when it has ended.
 */
export function warningOfLongHolds(
  units: UnitOfWork,
  log: Pick<Log, 'warn'>,
  longestMilliseconds = longestHoldMilliseconds,
): UnitOfWork {
  return {
    async run(mode, role, work, holder, mayBeOld) {
      const fields = { holder: holder ?? 'unknown', mode, role };
      let since: bigint | undefined;
      let timer: NodeJS.Timeout | undefined;
      const held = () => Number((process.hrtime.bigint() - (since ?? 0n)) / 1_000_000n);
      try {
        return await units.run(
          mode,
          role,
          (transaction) => {
            // The connection is there from here on; whoever waits for one holds none.
            since = process.hrtime.bigint();
            // What a replica did not answer begins again.
            clearTimeout(timer);
            timer = setTimeout(() => {
              timer = undefined;
              log.warn({ ...fields, milliseconds: held() }, 'a transaction holds its connection for long');
            }, longestMilliseconds).unref();
            return work(transaction);
          },
          holder,
          mayBeOld,
        );
      } finally {
        if (timer !== undefined) clearTimeout(timer);
        else if (since !== undefined)
          log.warn({ ...fields, milliseconds: held() }, 'a transaction has held its connection for long');
      }
    },
  };
}
