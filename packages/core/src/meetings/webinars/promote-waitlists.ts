import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { scheduled } from '../ports.ts';
import { promoteWaitlist } from './places.ts';

/**
 * A freed place promotes somebody in its own transaction; this job fills the places that a changed plan or capacity
 * opened.
 */
export const promoteWaitlists = scheduled(
  {
    topic: 'meetings.promote_waitlist',
    cron: '20 * * * *',
    policy: { ...defaultJobPolicy, queue: 'meetings' },
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    for (const workspaceId of await read(({ registrations }) => registrations.workspacesWithLine(now))) {
      const chains = await transact((context) => {
        context.enter(workspaceId);
        return context.registrations.chainsWithLine();
      });
      for (const chainId of chains) {
        await transact(async (context) => {
          context.enter(workspaceId);
          await promoteWaitlist(chainId, context);
        });
      }
    }
  },
);
