import { plusDays, plusSeconds } from '../kernel/time.ts';
import { scheduled } from './ports.ts';

/** Ended sessions are kept for this long, so that lines of the ledger still lead to them. */
const endedSessionDays = 90;
const securityLogDays = 180;
/** Whatever is being hashed with a pepper while its root is replaced is stored long before this is over. */
const replacedPepperDays = 1;
const mostRounds = 200;

/** Removes what is no longer needed: tokens, salts, revocations, throttles, sessions that ended long ago. */
export const sweepIdentity = scheduled(
  {
    topic: 'identity.sweep',
    cron: '*/5 * * * *',
    policy: { queue: 'identity', maxAttempts: 5, baseSeconds: 10, capSeconds: 300, leaseSeconds: 300 },
    databaseRole: 'identity',
  },
  async ({ transact, now, settings }) => {
    const terms = {
      now,
      saltsBefore: plusSeconds(now, -settings.refreshGraceSeconds),
      sessionsBefore: plusDays(now, -endedSessionDays),
      securityLogBefore: plusDays(now, -securityLogDays),
      peppersBefore: plusDays(now, -replacedPepperDays),
    };
    // The work is split into short transactions, so that no run holds locks or the embedded database for long.
    for (let round = 0; round < mostRounds; round += 1) {
      if ((await transact(({ identitySweep }) => identitySweep.sweep(terms))) === 0) return;
    }
  },
);
