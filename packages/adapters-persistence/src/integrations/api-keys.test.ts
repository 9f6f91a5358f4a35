import type { integrations } from '@chancery/core';
import { apiKeyRepositoryContract } from '@chancery/core/testing';
import { onBothDatabases } from '../testing/both-databases.ts';
import { world } from '../testing/world.ts';

onBothDatabases('API keys', (database) => {
  apiKeyRepositoryContract('the database', async () => {
    const { ports, stranger, workspaceId, owner } = await world({ database: database() });
    const other = await stranger();
    const unit =
      (role: 'app' | 'identity' | 'worker', workspace: string | null) =>
      <T>(work: (apiKeys: integrations.ApiKeyRepository) => Promise<T>) =>
        ports.unitOfWork.run('write', role, (transaction) => {
          if (workspace !== null) transaction.enter(workspace);
          return work(transaction.repositories.integrations.apiKeys);
        });
    return {
      run: unit('app', workspaceId),
      elsewhere: unit('app', other.workspaceId),
      inIdentity: unit('identity', null),
      inWorker: unit('worker', null),
      workspaceId,
      userId: owner.id,
    };
  });
});
