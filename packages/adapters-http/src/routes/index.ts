import type { Route } from '../contract/routes.ts';
import { billingRoutes } from './billing.ts';
import { documentsRoutes } from './documents.ts';
import { fileRequestsRoutes } from './file-requests.ts';
import { governanceRoutes } from './governance.ts';
import { identityRoutes } from './identity.ts';
import { integrationsRoutes } from './integrations.ts';
import { lifecycleRoutes } from './lifecycle.ts';
import { meetingsRoutes } from './meetings.ts';
import { recordsRoutes } from './records.ts';
import { signingRoutes } from './signing.ts';
import { uploadsRoutes } from './uploads.ts';
import { webhooksRoutes } from './webhooks.ts';
import { workspaceRoutes } from './workspace.ts';

/** Every endpoint of the product except the health endpoints, which need no use case. */
export const allRoutes: readonly Route[] = [
  ...identityRoutes,
  ...workspaceRoutes,
  ...integrationsRoutes,
  ...billingRoutes,
  ...uploadsRoutes,
  ...webhooksRoutes,
  ...meetingsRoutes,
  ...documentsRoutes,
  ...signingRoutes,
  ...lifecycleRoutes,
  ...fileRequestsRoutes,
  ...recordsRoutes,
  ...governanceRoutes,
];
