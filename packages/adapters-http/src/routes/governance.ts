import { governance } from '@chancery/core';
import { routes } from '../contract/routes.ts';
import { withPortalWires } from './portal-wires.ts';

const lines = routes(governance, {
  getGovernanceOverview: 'GET /api/v1/records/governance 200',
  updateRecordSettings: 'PATCH /api/v1/records/governance/settings 200',
  setMemberRecordAccess: 'PUT /api/v1/records/governance/access/members/{userId} 200',
  listRecordAccess: 'GET /api/v1/records/governance/access 200',
  createTemporaryAccess: 'POST /api/v1/records/governance/access/temporary 201',
  revokeTemporaryAccess: 'POST /api/v1/records/governance/access/temporary/{grantId}/revoke 200',
  startBreakGlass: 'POST /api/v1/records/governance/access/break-glass 201',
  getBreakGlass: 'GET /api/v1/records/governance/access/break-glass/{sessionId} 200',
  endBreakGlass: 'POST /api/v1/records/governance/access/break-glass/{sessionId}/end 200',
  reviewBreakGlass: 'POST /api/v1/records/governance/access/break-glass/{sessionId}/review 200',
  drillBreakGlass: 'GET /api/v1/records/governance/access/break-glass-drill 200',
  listRecordConsents: 'GET /api/v1/records/governance/consents 200',
  createRecordConsent: 'POST /api/v1/records/governance/consents 201',
  getRecordConsent: 'GET /api/v1/records/governance/consents/{consentId} 200',
  revokeRecordConsent: 'POST /api/v1/records/governance/consents/{consentId}/revoke 200',
  listDisclosures: 'GET /api/v1/records/governance/disclosures 200',
  createDisclosureAuthorization: 'POST /api/v1/records/governance/disclosures/authorizations 201',
  decideDisclosureAuthorization:
    'PATCH /api/v1/records/governance/disclosures/authorizations/{authorizationId} 200',
  createReleasePackage: 'POST /api/v1/records/governance/disclosures/packages 201',
  getReleasePackage: 'GET /api/v1/records/governance/disclosures/packages/{packageId} 200',
  approveReleasePackage: 'POST /api/v1/records/governance/disclosures/packages/{packageId}/approve 200',
  releaseReleasePackage: 'POST /api/v1/records/governance/disclosures/packages/{packageId}/release 200',
  revokeReleasePackage: 'POST /api/v1/records/governance/disclosures/packages/{packageId}/revoke 200',
  createPortalLink: 'POST /api/v1/records/governance/disclosures/packages/{packageId}/portal-link 201',
  listAccountingOfDisclosures: 'GET /api/v1/records/governance/disclosures/accounting 200',
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
  listPortalPackages: 'GET /api/v1/public/records/portal/packages 200',
  getPortalPackage: 'GET /api/v1/public/records/portal/packages/{packageId} 200',
  getPortalAttachmentContent:
    'GET /api/v1/public/records/portal/packages/{packageId}/items/{itemId}/attachments/{attachmentId}/content 200',
  decidePortalConsent: 'POST /api/v1/public/records/portal/consents 201',
  exportPortalPackage: 'GET /api/v1/public/records/portal/export 200',
  addPortalInteraction: 'POST /api/v1/public/records/portal/interactions 201',
});

export const governanceRoutes = withPortalWires(lines);
