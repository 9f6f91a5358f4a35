import type { Route } from '../contract/routes.ts';
import { identityRoutes } from './identity.ts';
import { integrationsRoutes } from './integrations.ts';
import { meetingsRoutes } from './meetings.ts';
import { workspaceRoutes } from './workspace.ts';

/** Every endpoint of the product but the health rows, which need no use case. */
export const allRoutes: readonly Route[] = [
  ...identityRoutes,
  ...workspaceRoutes,
  ...integrationsRoutes,
  ...meetingsRoutes,
];
