import { integrations } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const integrationsRoutes = routes(integrations, {
  getIntegrationWorkspace: 'GET /api/v1/integrations/workspace 200',
  listApiKeys: 'GET /api/v1/workspace/api-keys 200',
  createApiKey: 'POST /api/v1/workspace/api-keys 201',
  getApiKey: 'GET /api/v1/workspace/api-keys/{apiKeyId} 200',
  updateApiKey: 'PATCH /api/v1/workspace/api-keys/{apiKeyId} 200',
  rotateApiKey: 'POST /api/v1/workspace/api-keys/{apiKeyId}/rotate 201',
  revokeApiKey: 'POST /api/v1/workspace/api-keys/{apiKeyId}/revoke 200',
});
