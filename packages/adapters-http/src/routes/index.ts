import type { Route } from '../contract/routes.ts';
import { billingRoutes } from './billing.ts';
import { documentsRoutes } from './documents.ts';
import { identityRoutes } from './identity.ts';
import { integrationsRoutes } from './integrations.ts';
import { meetingsRoutes } from './meetings.ts';
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
];
