import type { Repositories } from '@chancery/core';
import { billingRepositories } from './billing/index.ts';
import { documentsRepositories } from './documents/index.ts';
import { fileRequestsRepositories } from './file-requests/index.ts';
import { governanceRepositories } from './governance/index.ts';
import { identityRepositories } from './identity/index.ts';
import { integrationsRepositories } from './integrations/index.ts';
import { repositoriesOf } from './kernel/repositories.ts';
import { lifecycleRepositories } from './lifecycle/index.ts';
import { meetingsRepositories } from './meetings/index.ts';
import { recordsRepositories } from './records/index.ts';
import { signingRepositories } from './signing/index.ts';
import { uploadsRepositories } from './uploads/index.ts';
import { webhooksRepositories } from './webhooks/index.ts';
import { workspaceRepositories } from './workspace/index.ts';

/** The repositories of every context, by context. */
export const repositories = repositoriesOf<Repositories>({
  identity: identityRepositories,
  workspace: workspaceRepositories,
  integrations: integrationsRepositories,
  billing: billingRepositories,
  uploads: uploadsRepositories,
  webhooks: webhooksRepositories,
  meetings: meetingsRepositories,
  documents: documentsRepositories,
  signing: signingRepositories,
  lifecycle: lifecycleRepositories,
  fileRequests: fileRequestsRepositories,
  records: recordsRepositories,
  governance: governanceRepositories,
});
