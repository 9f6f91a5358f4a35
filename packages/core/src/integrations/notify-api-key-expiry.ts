import { defaultJobPolicy } from '../kernel/outbox.ts';
import { plusDays } from '../kernel/time.ts';
import { apiKeyExpiryNotice } from './events.ts';
import { scheduled } from './ports.ts';

/** The nearer notice comes first, so that a key that is due for both is announced once. */
const noticeDays = [1, 7] as const;

/** Owners learn that a key is about to end: 7 days ahead and 1 day ahead, once each for one end (platform 3.7). */
export const notifyApiKeyExpiry = scheduled(
  {
    topic: 'api_key.expiry_notice',
    cron: '30 6 * * *',
    policy: { ...defaultJobPolicy, queue: 'mail', maxAttempts: 5 },
    databaseRole: 'identity',
  },
  async ({ read, transact, now }) => {
    const by = plusDays(now, Math.max(...noticeDays));
    for (const workspaceId of await read(({ apiKeys }) => apiKeys.workspacesWithEnding(by)))
      await transact(async (work) => {
        work.enter(workspaceId);
        const owners = await work.memberDirectory.ownerIds();
        for (const days of noticeDays)
          for (const { apiKeyId, expiresAt } of await work.apiKeys.takeExpiryNotices(days, now))
            for (const ownerUserId of owners)
              work.emit(apiKeyExpiryNotice, { apiKeyId, ownerUserId, expiresAt });
      });
  },
);
