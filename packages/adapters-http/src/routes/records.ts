import { records } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const recordsRoutes = routes(records, {
  createCase: 'POST /api/v1/records/cases 201',
  getCase: 'GET /api/v1/records/cases/{caseId} 200',
  listSubjects: 'GET /api/v1/records/subjects 200',
  createSubject: 'POST /api/v1/records/subjects 201',
  checkSubjectDuplicates: 'POST /api/v1/records/subjects/duplicate-check 200',
  getSubject: 'GET /api/v1/records/subjects/{subjectId} 200',
  updateSubject: 'PATCH /api/v1/records/subjects/{subjectId} 200',
  addSubjectIdentifier: 'POST /api/v1/records/subjects/{subjectId}/identifiers 201',
  voidSubjectIdentifier: 'DELETE /api/v1/records/subjects/{subjectId}/identifiers/{identifierId} 200',
  listRecordTemplates: 'GET /api/v1/records/templates 200',
  createRecordTemplate: 'POST /api/v1/records/templates 201',
  createRecordTemplateVersion: 'POST /api/v1/records/templates/{templateId}/versions 201',
  updateRecordTemplate: 'PATCH /api/v1/records/templates/{templateId} 200',
  createEntry: 'POST /api/v1/records/cases/{caseId}/entries 201',
  listCaseEntries: 'GET /api/v1/records/cases/{caseId}/entries 200',
  batchFinalizeEntries: 'POST /api/v1/records/entries/batch-finalize 201',
  getEntry: 'GET /api/v1/records/entries/{artifactId} 200',
  updateEntryDraft: 'PATCH /api/v1/records/entries/{artifactId}/draft 200',
  submitEntry: 'POST /api/v1/records/entries/{artifactId}/submit 200',
  returnEntry: 'POST /api/v1/records/entries/{artifactId}/return 200',
  approveEntry: 'POST /api/v1/records/entries/{artifactId}/approve 200',
  finalizeEntry: 'POST /api/v1/records/entries/{artifactId}/finalize 200',
  markEntryInError: 'POST /api/v1/records/entries/{artifactId}/entered-in-error 200',
});
