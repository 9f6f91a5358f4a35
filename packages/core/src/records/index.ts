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
export { type Duty, duties, type ReaderRow, type RecordReader } from './access/reader.ts';
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
export { approveEntry } from './entries/approve-entry.ts';
export { batchFinalizeEntries } from './entries/batch-finalize-entries.ts';
export { createEntry } from './entries/create-entry.ts';
export {
  type EntrySubmission,
  type EntryVersion,
  entryStates,
  entryVersionStates,
  type RecordEntry,
} from './entries/entry.ts';
export {
  attestationFailed,
  attestationOpened,
  entryAmended,
  entryApproved,
  entryCreated,
  entryDraftUpdated,
  entryEnteredInError,
  entryFinalized,
  entryIntegrityFailed,
  entryRead,
  entryReturned,
  entrySubmitted,
  entryTakenOver,
  entryVersionAbandoned,
  entryWithdrawn,
} from './entries/events.ts';
export { finalizeEntry } from './entries/finalize-entry.ts';
export { getEntry } from './entries/get-entry.ts';
export { listCaseEntries } from './entries/list-case-entries.ts';
export {
  mailEntryApproved,
  mailEntryReturned,
  mailEntrySubmitted,
  mailEntryTakenOver,
} from './entries/mail-entry.ts';
export { markEntryInError } from './entries/mark-entry-in-error.ts';
export type {
  EntriesAsked,
  EntryFilter,
  EntryPage,
  EntryRepository,
  RecordSignatureRepository,
} from './entries/ports.ts';
export { returnEntry } from './entries/return-entry.ts';
export type { AttestationSession, RecordSignature } from './entries/signature.ts';
export { submitEntry } from './entries/submit-entry.ts';
export { updateEntryDraft } from './entries/update-entry-draft.ts';
export { EntrySummaryView, EntryView, SignatureView } from './entries/views.ts';
export {
  attestationReauthenticationFailed,
  caseInvalidState,
  caseLastLead,
  caseMemberBlocked,
  caseMemberLimit,
  caseMemberNotEligible,
  caseMemberNotFound,
  caseNotFound,
  casePrimarySubjectRequired,
  caseReferenceTaken,
  caseSubjectAlreadyLinked,
  caseSubjectLimit,
  caseSubjectNotFound,
  entryBatchBlocked,
  entryContentChanged,
  entryIncomplete,
  entryInvalidState,
  entryLimit,
  entryNotAuthor,
  entryNotFound,
  entryReviewerRequired,
  entryTooLarge,
  entryVersionNotFound,
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
  templateArchived,
  templateCodeTaken,
  templateLimit,
  templateNotFound,
  templateUnchanged,
} from './errors.ts';
export {
  accessDenied,
  confidentialityLowered,
  confidentialityRaised,
  recordOfCase,
  recordOfSubject,
  recordsListRead,
  recordsSigningKeyCreated,
  subjectCreated,
  subjectDuplicateOverridden,
  subjectIdentifierAdded,
  subjectIdentifierVoided,
  subjectRead,
  subjectStatusChanged,
  subjectUpdated,
} from './events.ts';
export type { RecordKeyRepository, RecordSigningKey, RecordSigningKeyRepository } from './keys/ports.ts';
export { rotateSigningKey } from './keys/record-signer.ts';
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
export { createRecordTemplate } from './templates/create-record-template.ts';
export { createRecordTemplateVersion } from './templates/create-record-template-version.ts';
export { templateCreated, templateUpdated, templateVersionCreated } from './templates/events.ts';
export { listRecordTemplates } from './templates/list-record-templates.ts';
export type { RecordTemplateRepository } from './templates/ports.ts';
export {
  type RecordTemplate,
  type RecordTemplateVersion,
  recordTemplateStates,
} from './templates/template.ts';
export { updateRecordTemplate } from './templates/update-record-template.ts';
export { RecordTemplateVersionView, RecordTemplateView } from './templates/views.ts';
