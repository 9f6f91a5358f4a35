export {
  type CaseRole,
  type CaseStanding,
  caseRoles,
  type LiveGrant,
  type SubjectDirectory,
} from './access/decision.ts';
export {
  isRestricted,
  isWithin,
  type Label,
  type LabelMask,
  labels,
  labelsOf,
  maskOf,
  type Purpose,
  purposes,
} from './access/labels.ts';
export type { RecordReach, RecordStandings } from './access/ports.ts';
export { purposeUsed } from './access/purposes.ts';
export { type Duty, duties, type ReaderRow, type RecordReader } from './access/record-reader.ts';
export { addCaseMember } from './cases/add-case-member.ts';
export { addCaseSubject } from './cases/add-case-subject.ts';
export {
  type CaseMember,
  type CaseStatus,
  type CaseSubject,
  caseStates,
  openCaseStatuses,
  type RecordCase,
  wordsOfCase,
} from './cases/case.ts';
export { recordsCaseAccess } from './cases/case-access.ts';
export { CaseSummaryView } from './cases/case-summary.ts';
export { createCase } from './cases/create-case.ts';
export { endCaseSubject } from './cases/end-case-subject.ts';
export {
  caseCreated,
  caseMemberAdded,
  caseMemberChanged,
  caseMemberRemoved,
  caseRead,
  caseStatusChanged,
  caseSubjectLinked,
  caseSubjectUnlinked,
  caseUpdated,
  caseWallChanged,
} from './cases/events.ts';
export { expireCaseMembers } from './cases/expire-case-members.ts';
export { getCase } from './cases/get-case.ts';
export { listCases } from './cases/list-cases.ts';
export { recordsMembership } from './cases/membership-participation.ts';
export type {
  CaseCounts,
  CaseFilter,
  CaseMemberRepository,
  CaseMemberSweep,
  CasePage,
  CaseRepository,
  CaseSubjectRepository,
  LinkedSubject,
  ListedCase,
  StoodCase,
} from './cases/ports.ts';
export { removeCaseMember } from './cases/remove-case-member.ts';
export { recordsSecondPersons } from './cases/second-persons.ts';
export { transitionCase } from './cases/transition-case.ts';
export { updateCase } from './cases/update-case.ts';
export { CaseMemberView, CaseSubjectView, CaseView } from './cases/views.ts';
export { recordsClosure } from './closure-participation.ts';
export { getRecordsDashboard } from './dashboard/get-records-dashboard.ts';
export {
  caseInvalidState,
  caseLastLead,
  caseMemberBlocked,
  caseMemberLimit,
  caseMemberNotEligible,
  caseMemberNotFound,
  casePrimarySubjectRequired,
  caseReferenceTaken,
  caseSubjectAlreadyLinked,
  caseSubjectLimit,
  caseSubjectNotFound,
  recordsLabelLoweringNotAllowed,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectDuplicate,
  subjectHasOpenCases,
  subjectIdentifierLimit,
  subjectIdentifierNotFound,
  subjectIdentifierTaken,
  subjectInvalidState,
  subjectNotFound,
  subjectReferenceTaken,
} from './errors.ts';
export {
  accessDenied,
  confidentialityLowered,
  confidentialityRaised,
  recordOfCase,
  recordOfSubject,
  recordsListRead,
  subjectCreated,
  subjectDuplicateOverridden,
  subjectIdentifierAdded,
  subjectIdentifierVoided,
  subjectRead,
  subjectStatusChanged,
  subjectUpdated,
} from './events.ts';
export { offers, type RecordSubjects } from './offers.ts';
export { ports } from './ports.ts';
export { writesOfRecords } from './rates.ts';
export { addSubjectIdentifier } from './subjects/add-subject-identifier.ts';
export { createSubject } from './subjects/create-subject.ts';
export { checkSubjectDuplicates } from './subjects/duplicates/check-duplicates.ts';
export { DuplicateCandidateView } from './subjects/duplicates/views.ts';
export { getSubject } from './subjects/get-subject.ts';
export { listSubjects } from './subjects/list-subjects.ts';
export {
  mostWithheld,
  type SubjectFilter,
  type SubjectIdentifierRepository,
  type SubjectMatchKeyRepository,
  type SubjectPage,
  type SubjectRepository,
} from './subjects/ports.ts';
export { wordsOfSubject } from './subjects/searched-words.ts';
export type { SeenSubject } from './subjects/seen-subject.ts';
export {
  identifierStates,
  type Subject,
  type SubjectIdentifier,
  type SubjectStatus,
  subjectStates,
} from './subjects/subject.ts';
export { purposeOfUse, reason, subjectId } from './subjects/subject-fields.ts';
export { updateSubject } from './subjects/update-subject.ts';
export { type NamedUsers, namedUsers, UserRef } from './subjects/user-refs.ts';
export { SubjectIdentifierView, SubjectView } from './subjects/views.ts';
export { voidSubjectIdentifier } from './subjects/void-subject-identifier.ts';
