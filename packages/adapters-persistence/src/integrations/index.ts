import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { apiKeyRepository } from './api-keys.ts';

/** What the context `integrations` stores. */
export const integrationsRepositories: RepositoriesOf<'integrations'> = repositoriesOf({
  apiKeys: ({ sql, tenant }) => apiKeyRepository(sql, tenant()),
});
