import { records } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const recordsRoutes = routes(records, {
  createCase: 'POST /api/v1/records/cases 201',
  getRecordsDashboard: 'GET /api/v1/records 200',
  listCases: 'GET /api/v1/records/cases 200',
  getCase: 'GET /api/v1/records/cases/{caseId} 200',
  updateCase: 'PATCH /api/v1/records/cases/{caseId} 200',
  transitionCase: 'POST /api/v1/records/cases/{caseId}/status 200',
  addCaseMember: 'POST /api/v1/records/cases/{caseId}/members 201',
  removeCaseMember: 'DELETE /api/v1/records/cases/{caseId}/members/{memberId} 200',
  addCaseSubject: 'POST /api/v1/records/cases/{caseId}/subjects 201',
  endCaseSubject: 'DELETE /api/v1/records/cases/{caseId}/subjects/{caseSubjectId} 200',
  listSubjects: 'GET /api/v1/records/subjects 200',
  createSubject: 'POST /api/v1/records/subjects 201',
  checkSubjectDuplicates: 'POST /api/v1/records/subjects/duplicate-check 200',
  getSubject: 'GET /api/v1/records/subjects/{subjectId} 200',
  updateSubject: 'PATCH /api/v1/records/subjects/{subjectId} 200',
  addSubjectIdentifier: 'POST /api/v1/records/subjects/{subjectId}/identifiers 201',
  voidSubjectIdentifier: 'DELETE /api/v1/records/subjects/{subjectId}/identifiers/{identifierId} 200',
});
