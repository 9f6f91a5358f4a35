export {
  type ApiKey,
  type ApiKeyChanges,
  type ApiKeySecret,
  apiKeyRevokedFailure,
  apiKeyStates,
} from './api-key.ts';
export { integrationsClosure } from './closure-participation.ts';
export { createApiKey } from './create-api-key.ts';
export { apiKeyNotFound } from './errors.ts';
export {
  apiKeyActorLeft,
  apiKeyCreated,
  apiKeyExpired,
  apiKeyExpiryNotice,
  apiKeyOwnerNotice,
  apiKeyRevoked,
  apiKeyRotated,
  apiKeyUpdated,
} from './events.ts';
export { expireApiKeys } from './expire-api-keys.ts';
export { getApiKey } from './get-api-key.ts';
export { getIntegrationWorkspace } from './get-integration-workspace.ts';
export { listApiKeys } from './list-api-keys.ts';
export { mailApiKeyActorLeft } from './mail-api-key-actor-left.ts';
export { mailApiKeyCreated } from './mail-api-key-created.ts';
export { mailApiKeyExpiring } from './mail-api-key-expiring.ts';
export { noteActorBecameGuest, noteActorRemoved, noteActorSuspended } from './note-actor-left.ts';
export { notifyApiKeyExpiry } from './notify-api-key-expiry.ts';
export {
  type ApiKeyRepository,
  type ApiKeyUseNote,
  type EndingApiKey,
  type IntegrationsPorts,
  type IntegrationsReacting,
  type ListedApiKey,
  ports,
} from './ports.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { rotateApiKey } from './rotate-api-key.ts';
export { updateApiKey } from './update-api-key.ts';
export { ApiKeyView, CredentialView, IntegrationWorkspaceView } from './views.ts';
