import { workspaceAbandoned } from './events.ts';
import { scheduled } from './ports.ts';
import { detachTokens } from './providers/unlinking.ts';

const accountsPerRun = 500;

/**
 * Deletes accounts whose address nobody verified in time, with the workspace that they founded (platform 3.1). If that
 * workspace is paid for, or others belong to it, the account stays.
 */
export const purgeUnverified = scheduled(
  {
    topic: 'identity.purge_unverified',
    cron: '17 * * * *',
    policy: { queue: 'identity', maxAttempts: 5, baseSeconds: 60, capSeconds: 600, leaseSeconds: 600 },
    databaseRole: 'identity',
  },
  async ({ read, transact, settings, now }) => {
    if (settings.emailVerification !== 'required') return;
    const due = await read(({ accounts }) => accounts.unverifiedSince(now, accountsPerRun));
    for (const id of due) {
      await transact(async (work) => {
        // It may have been verified, or purged by another process, since it was found; the lock shows that.
        const locked = await work.accounts.lockUnverified(id, now);
        if (!locked) return;
        const [workspace, ...others] = await work.workspaceAccess.ofPerson(id);
        // Only a person who has verified the address can belong to more workspaces than the one they founded.
        if (others.length > 0) return;
        if (workspace !== undefined) {
          if (!(await work.workspaceAccess.abandonOwn(id, workspace.id, now))) return;
          work.emitIn('installation', workspaceAbandoned, { workspaceId: workspace.id });
        }
        await detachTokens(id, work);
        await work.accounts.purge(id);
      });
    }
  },
);
