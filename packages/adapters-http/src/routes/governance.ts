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
  listRetention: 'GET /api/v1/records/governance/retention 200',
  createRetentionPolicy: 'POST /api/v1/records/governance/retention/policies 201',
  activateRetentionPolicy: 'POST /api/v1/records/governance/retention/policies/{policyId}/activate 200',
  assignRetentionPolicy: 'POST /api/v1/records/governance/retention/assignments 201',
  placeRecordHold: 'POST /api/v1/records/governance/retention/legal-holds 201',
  releaseRecordHold: 'POST /api/v1/records/governance/retention/legal-holds/{holdId}/release 200',
  createDispositionReview: 'POST /api/v1/records/governance/retention/disposition-reviews 201',
  decideDispositionReview: 'PATCH /api/v1/records/governance/retention/disposition-reviews/{reviewId} 200',
  executeDispositionReview:
    'POST /api/v1/records/governance/retention/disposition-reviews/{reviewId}/execute 200',
  getDispositionCertificate:
    'GET /api/v1/records/governance/retention/disposition-reviews/{reviewId}/certificate 200',
  listRecordWebhooks: 'GET /api/v1/records/governance/webhooks 200',
  createRecordWebhook: 'POST /api/v1/records/governance/webhooks 201',
  setRecordWebhookActive: 'PATCH /api/v1/records/governance/webhooks/{webhookId} 200',
  deleteRecordWebhook: 'DELETE /api/v1/records/governance/webhooks/{webhookId} 200',
  testRecordWebhook: 'POST /api/v1/records/governance/webhooks/{webhookId}/test 201',
  listRecordWorkerActions: 'GET /api/v1/records/governance/worker/actions 200',
  replayRecordWorkerAction: 'POST /api/v1/records/governance/worker/actions/{actionId}/replay 200',
  acknowledgeRecordWorkerAction: 'POST /api/v1/records/governance/worker/actions/{actionId}/acknowledge 200',
  listIndustryPacks: 'GET /api/v1/records/governance/industry-packs 200',
  createIndustryPack: 'POST /api/v1/records/governance/industry-packs 201',
  adoptIndustryPack: 'POST /api/v1/records/governance/industry-packs/{code}/adopt 201',
  getPortal: 'GET /api/v1/public/records/portal 200',
  decidePortalConsent: 'POST /api/v1/public/records/portal/consents 201',
});
