import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { scheduled } from '../ports.ts';
import { deadLetterNotice } from './events.ts';

/** Notifies owners of dead letters, with all of them in one digest an hour at most (JOB-7). */
export const notifyOfDeadLetters = scheduled(
  {
    topic: 'jobs.tell_of_dead_letters',
    cron: '*/5 * * * *',
    policy: { ...defaultJobPolicy, queue: 'system', maxAttempts: 5 },
    databaseRole: 'identity',
  },
  async ({ read, transact, now }) => {
    for (const workspaceId of await read(({ jobs }) => jobs.toNotify(now))) {
      await transact(async (work) => {
        work.enter(workspaceId);
        const topics = await work.jobs.digest(now);
        if (topics.length === 0) return;
        for (const ownerUserId of await work.owners.ownerIds())
          work.emit(deadLetterNotice, { ownerUserId, topics: [...topics] });
      });
    }
  },
);
