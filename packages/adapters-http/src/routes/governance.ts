import { governance } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const governanceRoutes = routes(governance, {
  getGovernanceOverview: 'GET /api/v1/records/governance 200',
  updateRecordSettings: 'PATCH /api/v1/records/governance/settings 200',
  setMemberRecordAccess: 'PUT /api/v1/records/governance/access/members/{userId} 200',
  listRecordConsents: 'GET /api/v1/records/governance/consents 200',
  createRecordConsent: 'POST /api/v1/records/governance/consents 201',
  getRecordConsent: 'GET /api/v1/records/governance/consents/{consentId} 200',
  revokeRecordConsent: 'POST /api/v1/records/governance/consents/{consentId}/revoke 200',
  listRecordWebhooks: 'GET /api/v1/records/governance/webhooks 200',
  createRecordWebhook: 'POST /api/v1/records/governance/webhooks 201',
  setRecordWebhookActive: 'PATCH /api/v1/records/governance/webhooks/{webhookId} 200',
  deleteRecordWebhook: 'DELETE /api/v1/records/governance/webhooks/{webhookId} 200',
  testRecordWebhook: 'POST /api/v1/records/governance/webhooks/{webhookId}/test 201',
  listRecordWorkerActions: 'GET /api/v1/records/governance/worker/actions 200',
  replayRecordWorkerAction: 'POST /api/v1/records/governance/worker/actions/{actionId}/replay 200',
  acknowledgeRecordWorkerAction: 'POST /api/v1/records/governance/worker/actions/{actionId}/acknowledge 200',
  listRecordIntelligence: 'GET /api/v1/records/governance/intelligence 200',
  runRecordIntelligence: 'POST /api/v1/records/governance/intelligence 201',
  reviewRecordIntelligence: 'PATCH /api/v1/records/governance/intelligence/{runId} 200',
  listIndustryPacks: 'GET /api/v1/records/governance/industry-packs 200',
  createIndustryPack: 'POST /api/v1/records/governance/industry-packs 201',
  adoptIndustryPack: 'POST /api/v1/records/governance/industry-packs/{code}/adopt 201',
  getPortal: 'GET /api/v1/public/records/portal 200',
  decidePortalConsent: 'POST /api/v1/public/records/portal/consents 201',
});
