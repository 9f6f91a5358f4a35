import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { scheduled } from '../ports.ts';

/**
 * Deletes the slugs that were given up and are kept for nobody any more (WSP-9): the slug of a closed workspace is the last
 * that remains of its founder's name. Row-level security shows them to their own workspace alone, so each is entered in turn.
 */
export const pruneSlugs = scheduled(
  {
    topic: 'workspace.prune_slugs',
    cron: '50 4 * * *',
    policy: { ...defaultJobPolicy, queue: 'system', maxAttempts: 5, leaseSeconds: 3600 },
    databaseRole: 'identity',
  },
  async ({ read, transact, now }) => {
    for (const workspaceId of await read(({ closures }) => closures.everyWorkspace()))
      await transact(async (work) => {
        work.enter(workspaceId);
        await work.workspaces.pruneSlugs(now);
      });
  },
);
