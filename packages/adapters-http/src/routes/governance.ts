import { governance } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const governanceRoutes = routes(governance, {
  getGovernanceOverview: 'GET /api/v1/records/governance 200',
  updateRecordSettings: 'PATCH /api/v1/records/governance/settings 200',
});
