import { governance } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const governanceRoutes = routes(governance, {
  getGovernanceOverview: 'GET /api/v1/records/governance 200',
  updateRecordSettings: 'PATCH /api/v1/records/governance/settings 200',
  listRecordConsents: 'GET /api/v1/records/governance/consents 200',
  createRecordConsent: 'POST /api/v1/records/governance/consents 201',
  getRecordConsent: 'GET /api/v1/records/governance/consents/{consentId} 200',
  revokeRecordConsent: 'POST /api/v1/records/governance/consents/{consentId}/revoke 200',
  getPortal: 'GET /api/v1/public/records/portal 200',
  decidePortalConsent: 'POST /api/v1/public/records/portal/consents 201',
});
