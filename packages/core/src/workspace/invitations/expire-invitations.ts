import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { scheduled } from '../ports.ts';
import { expireDueInvitations } from './invitation-expiry.ts';

/** Expires overdue invitations and frees their seats, one workspace at a time, so that none waits for another. */
export const expireInvitations = scheduled(
  {
    topic: 'workspace.expire_invitations',
    cron: '7 * * * *',
    policy: { ...defaultJobPolicy, queue: 'system', maxAttempts: 5 },
    databaseRole: 'identity',
  },
  async ({ read, transact, now }) => {
    for (const workspaceId of await read(({ invitations }) => invitations.workspacesWithDue(now)))
      await transact(async (work) => {
        work.enter(workspaceId);
        await expireDueInvitations(null, work);
      });
  },
);
