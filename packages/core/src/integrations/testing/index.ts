export { type ApiKeyRepositoryWorld, apiKeyRepositoryContract } from './api-key-repository.contract.ts';
