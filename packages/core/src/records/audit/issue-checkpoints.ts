import { eachInTurn } from '../../kernel/each-in-turn.ts';
import { plusMinutes } from '../../kernel/time.ts';
import { inWorkspace } from '../in-workspace.ts';
import { scheduled } from '../ports.ts';
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
    await eachInTurn(due, ({ ledgerId, reason }) =>
      issueWhole(ledgerId, reason, 'try', inWorkspace(ledgerId, transact)),
    );
  },
);
