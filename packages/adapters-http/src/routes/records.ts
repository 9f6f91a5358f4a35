import { records } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const recordsRoutes = routes(records, {
  listSubjects: 'GET /api/v1/records/subjects 200',
  createSubject: 'POST /api/v1/records/subjects 201',
  checkSubjectDuplicates: 'POST /api/v1/records/subjects/duplicate-check 200',
  getSubject: 'GET /api/v1/records/subjects/{subjectId} 200',
  updateSubject: 'PATCH /api/v1/records/subjects/{subjectId} 200',
  addSubjectIdentifier: 'POST /api/v1/records/subjects/{subjectId}/identifiers 201',
  voidSubjectIdentifier: 'DELETE /api/v1/records/subjects/{subjectId}/identifiers/{identifierId} 200',
  listAuditEvents: 'GET /api/v1/records/audit 200',
  verifyAuditLedger: 'GET /api/v1/records/audit/verify 200',
  listAuditCheckpoints: 'GET /api/v1/records/audit/checkpoints 200',
  createAuditCheckpoint: 'POST /api/v1/records/audit/checkpoints 201',
  getLatestAuditCheckpoint: 'GET /api/v1/records/audit/checkpoints/latest 200',
  addAuditCosignature: 'POST /api/v1/records/audit/checkpoints/{size}/cosignatures 201',
  getAuditEventProof: 'GET /api/v1/records/audit/events/{seq}/proof 200',
  getAuditConsistency: 'GET /api/v1/records/audit/consistency 200',
  exportAuditEvents: 'GET /api/v1/records/audit/export 200',
  runIntegrityCheck: 'POST /api/v1/records/governance/integrity/checks 201',
  listIntegrityChecks: 'GET /api/v1/records/governance/integrity/checks 200',
  getAuditLogKeys: 'GET /.well-known/chancery-audit.json 200',
});
