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
  mergeSubject: 'POST /api/v1/records/subjects/{subjectId}/merge 200',
  reverseSubjectMerge: 'POST /api/v1/records/subject-merges/{mergeId}/reverse 200',
  createEncounter: 'POST /api/v1/records/cases/{caseId}/encounters 201',
  getEncounter: 'GET /api/v1/records/encounters/{encounterId} 200',
  updateEncounter: 'PATCH /api/v1/records/encounters/{encounterId} 200',
  createFollowUp: 'POST /api/v1/records/cases/{caseId}/follow-ups 201',
  listFollowUps: 'GET /api/v1/records/follow-ups 200',
  updateFollowUp: 'PATCH /api/v1/records/follow-ups/{followUpId} 200',
});
