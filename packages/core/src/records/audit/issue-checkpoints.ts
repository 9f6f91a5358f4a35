import { plusMinutes } from '../../kernel/time.ts';
import { scheduled } from '../ports.ts';
import { inLedger } from './in-ledger.ts';
import { issueWhole } from './issue-whole.ts';
import { auditJobs } from './jobs.ts';

const everyMinutes = 15;
const everyEvents = 1000;

/** A checkpoint a quarter of an hour after a change at the latest, or after a thousand events (records 10). */
export const issueCheckpoints = scheduled(
  { topic: 'audit.checkpoint', cron: '* * * * *', policy: auditJobs, databaseRole: 'identity' },
  async ({ read, transact, now }) => {
    const due = await read(({ ledgerSweep }) =>
      ledgerSweep.toCheckpoint(plusMinutes(now, -everyMinutes), everyEvents),
    );
    const failures: unknown[] = [];
    for (const { ledgerId, reason } of due)
      try {
        await issueWhole(ledgerId, reason, 'try', inLedger(ledgerId, transact));
      } catch (error) {
        // The ledgers of others do not wait for one that cannot be signed.
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  },
);
