import { z } from 'zod';
import { query } from './ports.ts';
import { CredentialView, IntegrationWorkspaceView } from './views.ts';

export const getIntegrationWorkspace = query({
  summary: 'Show the workspace of the API key',
  description: 'Also returns what is public about the key itself.',
  access: { scope: 'workspace.read' },
  feature: 'api_integrations',
  input: z.strictObject({}),
  output: z.object({
    workspace: IntegrationWorkspaceView,
    credential: CredentialView.describe('The API key of this request.'),
  }),

  async run(_input, { key, workspaceIdentity }) {
    const { apiKeyId, name, keyPrefix, scopes } = key;
    return {
      workspace: await workspaceIdentity.identity(),
      credential: { id: apiKeyId, name, keyPrefix, scopes: [...scopes] },
    };
  },
});
