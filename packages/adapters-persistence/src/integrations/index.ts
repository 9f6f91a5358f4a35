import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { apiKeyRepository } from './api-keys.ts';

/** The repositories of the context `integrations`. */
export const integrationsRepositories: RepositoriesOf<'integrations'> = repositoriesOf({
  apiKeys: ({ sql, tenant }) => apiKeyRepository(sql, tenant()),
});
