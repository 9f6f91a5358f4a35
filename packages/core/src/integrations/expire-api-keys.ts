import { defaultJobPolicy } from '../kernel/outbox.ts';
import { apiKeyExpired } from './events.ts';
import { scheduled } from './ports.ts';

/** Puts the end of keys on record. The keys themselves are refused by the clock, not by this. */
export const expireApiKeys = scheduled(
  {
    topic: 'api_key.expire',
    cron: '12 * * * *',
    policy: { ...defaultJobPolicy, queue: 'system', maxAttempts: 5 },
    databaseRole: 'identity',
  },
  async ({ read, transact, now }) => {
    for (const workspaceId of await read(({ apiKeys }) => apiKeys.workspacesWithEnding(now)))
      await transact(async (work) => {
        work.enter(workspaceId);
        for (const ended of await work.apiKeys.takeExpired(now)) work.emit(apiKeyExpired, ended);
      });
  },
);
